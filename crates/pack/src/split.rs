//! Decides which modules each packed file contains.

use std::collections::{BTreeMap, BTreeSet};

use crate::module::{self, Module};
use crate::{Files, PackError, Plan, Reason, text};

/// All modules that the plan needs, by path.
pub(crate) type Modules = BTreeMap<String, Module>;

/// Reads all modules that the plan needs: its own, and those that they import, with or without
/// `import()`.
pub(crate) fn read_modules(files: &Files, plan: &Plan<'_>) -> Result<Modules, PackError> {
    let mut modules = Modules::new();
    // The paths of the modules to read, each with the file and the line that import it.
    let mut wanted: Vec<(String, (String, usize))> = plan
        .at_once
        .iter()
        .map(|&path| (path.to_owned(), (path.to_owned(), 1)))
        .collect();
    while let Some((path, (by, line))) = wanted.pop() {
        if modules.contains_key(&path) {
            continue;
        }
        let module = module::read(&path, text(files, &path, (&by, line))?)?;
        let imports = module
            .imports
            .iter()
            .map(|import| (&import.path, import.line));
        let dynamic_imports = module
            .dynamic_imports
            .iter()
            .map(|import| (&import.path, import.line));
        for (other, line) in imports.chain(dynamic_imports) {
            wanted.push((other.clone(), (path.clone(), line)));
        }
        modules.insert(path, module);
    }
    check(&modules)?;
    Ok(modules)
}

/// Checks that every imported name is exported.
fn check(modules: &Modules) -> Result<(), PackError> {
    for module in modules.values() {
        for import in &module.imports {
            let exports = &modules[&import.path].exports;
            for name in &import.names {
                if exports
                    .iter()
                    .any(|export| export.exported == name.exported)
                {
                    continue;
                }
                let from = import.path.clone();
                let name = name.exported.clone();
                let why = Reason::NoExport { from, name };
                return Err(PackError::new(&module.path, import.line, why));
            }
        }
    }
    Ok(())
}

/// The modules of each packed file, in the order in which they run. The key is the path of the file.
///
/// A dynamically imported module is in one file with the modules that only it needs. The modules that the
/// same several dynamically imported modules need are together in another file, which has the path of the
/// first module in it.
pub(crate) fn split(
    modules: &Modules,
    plan: &Plan<'_>,
) -> Result<BTreeMap<String, Vec<String>>, PackError> {
    let mut chunks = BTreeMap::new();
    let mut placed = BTreeSet::new();
    for &entry in plan.at_once {
        let mut order = dependency_order(modules, entry)?;
        order.retain(|path| placed.insert(path.clone()));
        chunks.insert(entry.to_owned(), order);
    }
    let entries = dynamically_imported(modules, &placed)?;
    let mut imported_by: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut orders = Vec::new();
    for &entry in &entries {
        let mut order = dependency_order(modules, entry)?;
        order.retain(|path| !placed.contains(path));
        for path in &order {
            imported_by.entry(path.clone()).or_default().push(entry);
        }
        orders.push((entry, order));
    }
    let mut shared: BTreeMap<&[&str], String> = BTreeMap::new();
    for (entry, order) in &orders {
        for path in order {
            let file = match imported_by[path].as_slice() {
                // A dynamic import takes the exports of the module from the file that has the module's
                // own path.
                _ if entries.contains(path.as_str()) => path.clone(),
                [_] => (*entry).to_owned(),
                several => shared.entry(several).or_insert(path.clone()).clone(),
            };
            let file = chunks.entry(file).or_default();
            if !file.contains(path) {
                file.push(path.clone());
            }
        }
    }
    Ok(chunks)
}

/// The dynamically imported modules. It is an error if a file that is loaded earlier contains one of
/// them.
fn dynamically_imported<'a>(
    modules: &'a Modules,
    placed: &BTreeSet<String>,
) -> Result<BTreeSet<&'a str>, PackError> {
    let mut entries = BTreeSet::new();
    for module in modules.values() {
        for import in &module.dynamic_imports {
            if placed.contains(&import.path) {
                let why = Reason::AlreadyLoaded(import.path.clone());
                return Err(PackError::new(&module.path, import.line, why));
            }
            entries.insert(import.path.as_str());
        }
    }
    Ok(entries)
}

/// A module, the modules that it imports, the modules that those import, and so on. Each module comes after
/// all modules that it imports.
fn dependency_order(modules: &Modules, entry: &str) -> Result<Vec<String>, PackError> {
    fn visit<'a>(
        modules: &'a Modules,
        path: &'a str,
        open: &mut Vec<&'a str>,
        order: &mut Vec<String>,
    ) -> Result<(), PackError> {
        if order.iter().any(|one| one == path) {
            return Ok(());
        }
        open.push(path);
        for import in &modules[path].imports {
            if open.contains(&import.path.as_str()) {
                let why = Reason::ImportCycle(import.path.clone());
                return Err(PackError::new(path, import.line, why));
            }
            visit(modules, &import.path, open, order)?;
        }
        open.pop();
        order.push(path.to_owned());
        Ok(())
    }
    let mut order = Vec::new();
    visit(modules, entry, &mut Vec::new(), &mut order)?;
    Ok(order)
}
