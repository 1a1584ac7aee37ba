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
    // A fixed network address could be in use already on the host's machine, and a limit of open files could be
    // above the host's.
    for setting in ["subnet", "ipv4_address", "ulimits"] {
        assert!(!file.contains(setting), "{setting}");
    }
}

#[test]
fn the_manifests_name_the_image_of_this_version() {
    let version = env!("CARGO_PKG_VERSION");
    let compose = include_str!("../../../../docker-compose.yml");
    let image = format!("\n  image: ${{BONEYARD_IMAGE:-ghcr.io/boneyard/boneyard:{version}}}\n");
    assert_eq!(compose.matches(&image).count(), 1, "{image}");
    let from_tree = include_str!("../../../../docker-compose.build.yml");
    for service in ["boneyard", "node-1", "node-2", "node-3"] {
        let built = format!("\n  {service}: *built\n");
        assert!(from_tree.contains(&built), "{service}");
    }
    for folder in ["single", "cluster"] {
        let kustomization = manifest(&format!("{folder}/kustomization.yaml"));
        let image = format!("{{ name: boneyard, newTag: {version} }}");
        assert!(kustomization.contains(&image), "{folder}");
    }
}

#[test]
fn the_service_of_the_debian_package_is_hardened_and_bounded() {
    let service = include_str!("../../../../deploy/debian/boneyard.service");
    for setting in [
        "Wants=network-online.target time-sync.target\n",
        "After=network-online.target time-sync.target ",
        "DynamicUser=yes",
        "StateDirectory=boneyard",
        "CapabilityBoundingSet=\n",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "SystemCallFilter=@system-service",
        "LimitNOFILE=",
        "MemoryMax=",
        "TasksMax=",
    ] {
        assert!(service.contains(&format!("\n{setting}")), "no {setting}");
    }
    let (_, database) = service.split_once("BONEYARD_DATABASE=").unwrap();
    let database = database.lines().next().unwrap();
    let settings = include_str!("../../examples/manual.rs");
    assert!(settings.contains(&format!("\"{database}\"")));
}

/// The text of a manifest in `deploy/kubernetes`.
fn manifest(path: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/kubernetes");
    fs::read_to_string(folder.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn servers_on_kubernetes_are_bounded_and_reached_only_by_their_ingress() {
    let label = "matchLabels: { app.kubernetes.io/name: boneyard }";
    for path in ["single/statefulset.yaml", "cluster/deployment.yaml"] {
        let pods = manifest(path);
        for setting in [
            label,
            "limits: { memory: ",
            "readOnlyRootFilesystem: true",
            "allowPrivilegeEscalation: false",
            "drop: [ALL]",
            "runAsNonRoot: true",
            "automountServiceAccountToken: false",
            "startupProbe:",
            "livenessProbe:",
            "readinessProbe:",
        ] {
            assert!(pods.contains(setting), "{path} has no {setting}");
        }
    }
    assert!(manifest("cluster/poddisruptionbudget.yaml").contains(label));
    // Without the policy, each pod of the trusted network could name any client's address, and change the
    // filter of the log.
    let policy = manifest("base/networkpolicy.yaml");
    assert!(policy.contains(label) && policy.contains("policyTypes: [Ingress]"));
    let rules: Vec<&str> = policy.split("- from:").skip(1).collect();
    assert_eq!(rules.len(), 2);
    for (rule, port) in rules.iter().zip(["http", "metrics"]) {
        assert!(
            rule.contains("namespaceSelector:") && rule.contains("kubernetes.io/metadata.name:")
        );
        assert!(rule.contains(&format!("ports: [{{ port: {port} }}]")));
    }
}

#[test]
fn each_kustomization_names_all_manifests_beside_it() {
    for folder in ["base", "single", "cluster"] {
        let kustomization = manifest(&format!("{folder}/kustomization.yaml"));
        let (_, list) = kustomization.split_once("\nresources: [").unwrap();
        let (list, _) = list.split_once(']').unwrap();
        let listed: BTreeSet<String> = list.split(", ").map(str::to_owned).collect();
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/kubernetes");
        let beside = fs::read_dir(directory.join(folder)).unwrap();
        let names = beside.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut expected: BTreeSet<String> =
            names.filter(|name| name != "kustomization.yaml").collect();
        if folder != "base" {
            expected.insert("../base".to_owned());
        }
        assert_eq!(listed, expected, "{folder}");
    }
}

#[test]
fn the_worked_example_of_a_change_names_files_that_have_its_option() {
    let page = include_str!("../../../../CONTRIBUTING.md");
    let (_, example) = page.split_once("\nA worked example").unwrap();
    let (example, _) = example.split_once("\n## ").unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let paths = example.split('`').skip(1).step_by(2);
    let mut followed = 0;
    for path in paths.filter(|path| path.contains('/')) {
        assert!(root.join(path).exists(), "there is no {path}");
        if path.starts_with("crates/") || path.starts_with("static/js/") {
            let text = fs::read_to_string(root.join(path)).unwrap();
            assert!(text.contains("exact_target"), "{path} has no exact_target");
            followed += 1;
        }
    }
    assert!(followed >= 10, "the example is read");
}
