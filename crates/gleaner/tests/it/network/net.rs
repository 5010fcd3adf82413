//! A small network inside the machine: one namespace per worker, all on a bridge, created with `ip`.

use std::net::{IpAddr, Ipv4Addr};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A bridge with an address of its own, and namespaces connected to it. Removed when dropped.
#[derive(Debug)]
pub(crate) struct Net {
    /// Distinguishes this network from those of other processes.
    id: u32,
    members: u8,
}

/// Probes made by this process.
static PROBES: AtomicU32 = AtomicU32::new(0);

/// What is missing for such a network, if anything.
pub(crate) fn missing() -> Option<String> {
    if Command::new("ip").arg("-V").output().is_err() {
        return Some("there is no `ip` here; Debian has it in iproute2".to_owned());
    }
    let probe = PROBES.fetch_add(1, Ordering::Relaxed);
    let probe = format!("glp{}-{probe}", std::process::id());
    let made = Command::new("ip").args(["netns", "add", &probe]).output();
    match made {
        Ok(made) if made.status.success() => {
            ip(&format!("netns del {probe}"));
            None
        }
        Ok(made) => Some(format!(
            "no network namespace can be made, which takes root: {}",
            String::from_utf8_lossy(&made.stderr).trim()
        )),
        Err(error) => Some(error.to_string()),
    }
}

impl Net {
    /// Creates the bridge and `members` namespaces.
    pub(crate) fn new(members: u8) -> Self {
        static NETS: AtomicU32 = AtomicU32::new(0);
        let net = Self {
            id: std::process::id() * 4 + NETS.fetch_add(1, Ordering::Relaxed),
            members,
        };
        let (bridge, hub, site, mac) = (net.bridge(), net.hub(), net.site(), net.mac(1));
        ip(&format!("link add {bridge} address {mac} type bridge"));
        ip(&format!("addr add {hub}/24 dev {bridge}"));
        ip(&format!("addr add {site}/24 dev {bridge}"));
        ip(&format!("link set {bridge} up"));
        for member in 0..members {
            let (name, veth) = (net.name(member), net.veth(member));
            let (address, its_mac) = (net.address(member + 2), net.mac(member + 2));
            ip(&format!("netns add {name}"));
            ip(&format!(
                "link add {veth} type veth peer name eth0 address {its_mac} netns {name}"
            ));
            ip(&format!("link set {veth} master {bridge} up"));
            ip(&format!("-n {name} addr add {address}/24 dev eth0"));
            ip(&format!("-n {name} link set lo up"));
            ip(&format!("-n {name} link set eth0 up"));
            // Permanent neighbours: no unanswered ARP request reveals that one is gone.
            for known in [hub, site] {
                ip(&format!(
                    "-n {name} neigh replace {known} lladdr {mac} dev eth0 nud permanent"
                ));
            }
            ip(&format!(
                "neigh replace {address} lladdr {its_mac} dev {bridge} nud permanent"
            ));
        }
        net
    }

    /// The address at which members reach the database of this process.
    pub(crate) fn hub(&self) -> IpAddr {
        self.address(1)
    }

    /// The address at which they reach its sites.
    pub(crate) fn site(&self) -> IpAddr {
        self.address(254)
    }

    /// A command that runs `program` in a member's namespace.
    pub(crate) fn command(&self, member: u8, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name(member), program]);
        command
    }

    /// Unplugs the cable of a member: its packets are lost silently in both directions, while its own interface stays up.
    /// TCP waits and retransmits.
    pub(crate) fn cut(&self, member: u8) {
        ip(&format!("link set {} nomaster", self.veth(member)));
    }

    /// Plugs the cable in again.
    pub(crate) fn heal(&self, member: u8) {
        let (veth, bridge) = (self.veth(member), self.bridge());
        ip(&format!("link set {veth} master {bridge}"));
    }

    /// Sends a member's packets for the sites to a machine that does not exist; the database stays reachable.
    pub(crate) fn lose_site(&self, member: u8) {
        self.send_to_site(member, "02:67:ff:ff:ff:ff");
    }

    /// Undoes [`Net::lose_site`].
    pub(crate) fn find_site(&self, member: u8) {
        self.send_to_site(member, &self.mac(1));
    }

    fn send_to_site(&self, member: u8, mac: &str) {
        let (name, site) = (self.name(member), self.site());
        ip(&format!(
            "-n {name} neigh replace {site} lladdr {mac} dev eth0 nud permanent"
        ));
    }

    fn bridge(&self) -> String {
        format!("glb{}", self.id)
    }

    fn name(&self, member: u8) -> String {
        format!("gln{}-{member}", self.id)
    }

    fn veth(&self, member: u8) -> String {
        format!("glc{}-{member}", self.id)
    }

    /// An address in 198.18.0.0/15, which is reserved for network tests (RFC 2544).
    fn address(&self, last: u8) -> IpAddr {
        let [.., high, low] = self.id.to_be_bytes();
        Ipv4Addr::new(198, 18 + (high & 1), low, last).into()
    }

    fn mac(&self, last: u8) -> String {
        let [_, a, b, c] = self.id.to_be_bytes();
        format!("02:67:{a:02x}:{b:02x}:{c:02x}:{last:02x}")
    }
}

impl Drop for Net {
    fn drop(&mut self) {
        for member in 0..self.members {
            let _ = run(&format!("netns del {}", self.name(member)));
            // A namespace disappears with its last process; the cable need not wait.
            let _ = run(&format!("link del {}", self.veth(member)));
        }
        let _ = run(&format!("link del {}", self.bridge()));
    }
}

fn run(line: &str) -> Result<(), String> {
    let done = Command::new("ip").args(line.split(' ')).output();
    let done = done.map_err(|error| error.to_string())?;
    if done.status.success() {
        return Ok(());
    }
    Err(format!(
        "ip {line}: {}",
        String::from_utf8_lossy(&done.stderr)
    ))
}

fn ip(line: &str) {
    run(line).unwrap();
}
