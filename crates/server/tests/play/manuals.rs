//! Tests that the handbooks name only files, settings and tests that exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Appends all source files below a directory to a text.
fn sources(directory: &Path, text: &mut String) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn each_defence_names_tests_that_exist() {
    let page = include_str!("../../../../docs/security.md");
    let mut all = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut all);
    let is_defence = |line: &&str| line.starts_with("| ") && !line.starts_with("| ---");
    let mut defences = 0;
    for line in page.lines().filter(is_defence) {
        let tests = line.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        if tests == "test" {
            continue;
        }
        let names: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        assert!(!names.is_empty(), "no test for: {line}");
        for name in names {
            assert!(all.contains(&format!("fn {name}(")), "there is no {name}");
        }
        defences += 1;
    }
    assert!(defences > 40, "the page is read");
}

#[test]
fn the_notices_in_the_image_and_the_check_of_dependencies_accept_the_same_licences() {
    let listed = |file: &'static str, key: &str| -> BTreeSet<&str> {
        let (_, list) = file.split_once(&format!("\n{key} = [")).unwrap();
        let (list, _) = list.split_once(']').unwrap();
        list.split('"').skip(1).step_by(2).collect()
    };
    let notices = listed(include_str!("../../../../about.toml"), "accepted");
    let check = listed(include_str!("../../../../deny.toml"), "allow");
    assert!(!check.is_empty(), "the list is read");
    assert_eq!(notices, check);
}

#[test]
fn the_figures_of_the_manual_on_scaling_are_what_the_calculator_says() {
    let calculator = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/sizing");
    let output = Command::new("python3")
        .arg(calculator)
        .arg("--table")
        .output()
        .unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.lines().count() > 10, "{}", output.status);
    let page = include_str!("../../../../docs/scaling.md");
    assert!(
        page.contains(&table),
        "put this into docs/scaling.md:\n{table}"
    );
}

/// The services in the compose file. The anchors that a service refers to are included in its text.
fn services_of_compose() -> Vec<(&'static str, String)> {
    let file = include_str!("../../../../docker-compose.yml");
    let (anchors, rest) = file.split_once("\nservices:\n").unwrap();
    let (services, _) = rest.split_once("\nnetworks:\n").unwrap();
    let anchor = |name: &str| {
        let (_, block) = anchors.split_once(&format!(": &{name}\n")).unwrap();
        block.split("\n\n").next().unwrap()
    };
    let whole = |block: &str| {
        let mut all = block.to_owned();
        let mut looked = 0;
        while let Some(at) = all[looked..].find(": *") {
            looked += at + ": *".len();
            let name = all[looked..].lines().next().unwrap().to_owned();
            all.push('\n');
            all.push_str(anchor(&name));
        }
        all
    };
    let mut blocks: Vec<(&str, String)> = Vec::new();
    for line in services.lines() {
        let is_name = |name: &&str| !name.is_empty() && !name.starts_with([' ', '#']);
        let name = line.strip_prefix("  ");
        let name = name.and_then(|line| line.split(':').next()).filter(is_name);
        if let Some(name) = name {
            blocks.push((name, line.to_owned()));
        } else {
            let (_, block) = blocks.last_mut().unwrap();
            block.push('\n');
            block.push_str(line);
        }
    }
    let wholes = blocks.iter().map(|(name, block)| (*name, whole(block)));
    wholes.collect()
}

#[test]
fn each_service_of_compose_is_hardened_and_bounded() {
    let wanted = [
        "read_only: true",
        "cap_drop: [ALL]",
        "no-new-privileges:true",
        "max-size: ",
        "max-file: ",
        "restart: ",
        "mem_limit: ",
        "pids_limit: ",
        "nofile: ",
        "networks: ",
    ];
    let services = services_of_compose();
    assert!(services.len() >= 8, "the file is read");
    for (name, service) in services {
        for setting in wanted {
            assert!(service.contains(setting), "{name} has no {setting}");
        }
    }
    let file = include_str!("../../../../docker-compose.yml");
    // A fixed network address could be in use already on the host's machine.
    assert!(!file.contains("subnet") && !file.contains("ipv4_address"));
}

#[test]
fn the_nodes_on_kubernetes_are_bounded_and_reached_only_by_their_ingress() {
    let file = include_str!("../../../../deploy/kubernetes/boneyard.yaml");
    let parts: Vec<&str> = file.split("\n---\n").collect();
    let part = |kind: &str| {
        let found = parts
            .iter()
            .find(|part| part.contains(&format!("\nkind: {kind}\n")));
        *found.unwrap_or_else(|| panic!("no {kind}"))
    };
    let nodes = part("Deployment");
    for setting in [
        "limits: { memory: ",
        "readOnlyRootFilesystem: true",
        "allowPrivilegeEscalation: false",
        "drop: [ALL]",
        "runAsNonRoot: true",
        "automountServiceAccountToken: false",
    ] {
        assert!(nodes.contains(setting), "the nodes have no {setting}");
    }
    // Without the policy, each pod of the trusted network could name any client's address, and change the
    // filter of the log.
    let policy = part("NetworkPolicy");
    let label = "matchLabels: { app.kubernetes.io/name: boneyard }";
    assert!(nodes.contains(label) && policy.contains(label));
    assert!(policy.contains("policyTypes: [Ingress]"));
    let rules: Vec<&str> = policy.split("- from:").skip(1).collect();
    assert_eq!(rules.len(), 2);
    for (rule, port) in rules.iter().zip(["http", "metrics"]) {
        assert!(
            rule.contains("namespaceSelector:") && rule.contains("kubernetes.io/metadata.name:")
        );
        assert!(rule.contains(&format!("ports: [{{ port: {port} }}]")));
    }
}
