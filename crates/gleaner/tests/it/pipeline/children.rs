//! Programs that run alongside the database: `gleaner database -- COMMAND`.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;

use testsite::Settings;

use super::World;
use crate::workers::signal;

#[tokio::test(flavor = "multi_thread")]
async fn a_command_ends_the_program_with_its_own_code_and_its_end_is_waited_for() {
    let world = World::new(Settings::default()).await;
    for (script, code, expected) in [
        ("exit 7", 7, "sh failed: exit status: 7"),
        ("kill -9 $$", 137, "sh failed: signal: 9"),
    ] {
        let (_, error) = world
            .ends_with(code, &["database", "--", "sh", "-c", script])
            .await;
        assert!(error.contains(expected), "{error}");
    }
    let (_, error) = world
        .ends_with(1, &["database", "--", "no-such-program"])
        .await;
    assert!(error.contains("cannot run no-such-program"), "{error}");
    a_request_to_end_reaches_the_command_and_its_end_is_waited_for(&world).await;
}

async fn a_request_to_end_reaches_the_command_and_its_end_is_waited_for(world: &World) {
    // longer than Gleaner's own commands may take
    let script = "trap 'sleep 6; echo ended; exit 3' TERM; echo ready; while :; do sleep 0.1; done";
    let mut command = world.gleaner(&["database", "--", "sh", "-c", script]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let ended = tokio::task::spawn_blocking(move || {
        let mut child = command.spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut output = String::new();
        out.read_line(&mut output).unwrap();
        signal(child.id(), "-TERM");
        out.read_to_string(&mut output).unwrap();
        (output, child.wait().unwrap().code())
    });
    assert_eq!(ended.await.unwrap(), ("ready\nended\n".to_owned(), Some(3)));
}
