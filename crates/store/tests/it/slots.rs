//! Request slots: one request at a time per key, with a delay after it.

use std::time::{Duration, Instant};

use store::{Lease, RequestSlot, SlotAnswer, SlotKey, Store, testing};

use crate::fixtures::claimed;

const HOLD: Duration = Duration::from_secs(20);

/// A slot with these keys, each with a delay in milliseconds.
fn slot<const N: usize>(keys: [(&str, u64); N]) -> RequestSlot {
    let keys = keys.map(|(key, delay)| SlotKey {
        key: key.to_owned(),
        delay: Duration::from_millis(delay),
    });
    RequestSlot::new(keys.to_vec())
}

async fn take(store: &Store, lease: &Lease, slot: &RequestSlot) -> SlotAnswer {
    store.acquire_slot(lease, slot, HOLD).await.unwrap()
}

/// How long a slot is to be waited for, which another one holds.
async fn wait(store: &Store, lease: &Lease, slot: &RequestSlot) -> Duration {
    match take(store, lease, slot).await {
        SlotAnswer::Wait(wait) => wait,
        answer => panic!("{answer:?}, although a request is under way or its delay is not over"),
    }
}

#[tokio::test]
async fn a_slot_is_held_until_it_ends_and_its_delay_is_over() {
    let store = &testing::database().await;
    let (one, two) = (claimed(store, "a").await, claimed(store, "b").await);
    let first = slot([("ip:192.0.2.1", 2_000), ("host:a", 100)]);
    let second = slot([("ip:192.0.2.1", 2_000), ("host:b", 100)]);
    assert_eq!(take(store, &one, &first).await, SlotAnswer::Acquired);
    let again = take(store, &one, &first).await;
    assert_eq!(again, SlotAnswer::Acquired, "it is ours");
    let delay = wait(store, &two, &second).await;
    assert!(delay > HOLD / 2 && delay <= HOLD + Duration::from_secs(2));
    let before_its_end = Instant::now();
    store.release_slot(&first).await.unwrap();
    let delay = wait(store, &two, &second).await;
    assert!(delay <= Duration::from_secs(2));
    tokio::time::sleep(delay).await;
    assert_eq!(take(store, &two, &second).await, SlotAnswer::Acquired);
    assert!(before_its_end.elapsed() >= Duration::from_millis(1_990));
}

#[tokio::test]
async fn a_late_release_does_not_end_the_slot_of_another_and_idle_slots_are_deleted() {
    let store = &testing::database().await;
    let lease = claimed(store, "a").await;
    let [late, next, third] = [(); 3].map(|()| slot([("host:a", 10)]));
    let short = Duration::from_millis(30);
    let answer = store.acquire_slot(&lease, &late, short).await;
    assert_eq!(answer.unwrap(), SlotAnswer::Acquired);
    tokio::time::sleep(Duration::from_millis(60)).await;
    let answer = take(store, &lease, &next).await;
    assert_eq!(answer, SlotAnswer::Acquired, "it ran out");
    store.release_slot(&late).await.unwrap();
    assert!(wait(store, &lease, &third).await > Duration::from_secs(10));

    let [over, held, other] = ["ip:1", "ip:2", "ip:2"].map(|key| slot([(key, 1)]));
    take(store, &lease, &over).await;
    take(store, &lease, &held).await;
    store.release_slot(&over).await.unwrap();
    tokio::time::sleep(Duration::from_millis(20)).await;
    let soon = chrono::Utc::now() + chrono::TimeDelta::hours(1);
    assert_eq!(store.delete_idle_slots(soon).await.unwrap(), 1);
    assert!(wait(store, &lease, &other).await > Duration::ZERO);
}

#[tokio::test]
async fn without_a_delay_there_is_nothing_to_wait_for_and_a_lost_lease_gets_no_slot() {
    let store = &testing::database().await;
    let lease = claimed(store, "a").await;
    let free = slot([("host:a", 0), ("ip:192.0.2.1", 0)]);
    assert!(free.is_free());
    let other = slot([("host:a", 0)]);
    assert_eq!(take(store, &lease, &free).await, SlotAnswer::Acquired);
    assert_eq!(take(store, &lease, &other).await, SlotAnswer::Acquired);
    store.release_slot(&free).await.unwrap();

    let slot = slot([("host:a", 10)]);
    assert!(store.release_host(&lease, None).await.unwrap());
    assert_eq!(take(store, &lease, &slot).await, SlotAnswer::LeaseLost);
    let newer = claimed(store, "a").await;
    assert_eq!(take(store, &lease, &slot).await, SlotAnswer::LeaseLost);
    assert_eq!(take(store, &newer, &slot).await, SlotAnswer::Acquired);
}
