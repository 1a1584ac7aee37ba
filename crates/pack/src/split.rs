//! Decides which file each module goes to.

use std::collections::{BTreeMap, BTreeSet};

use crate::module::{self, Module};
use crate::{Files, PackError, Plan, Reason, text};

/// All modules that the plan leads to.
pub(crate) type Modules = BTreeMap<String, Module>;

/// Reads all modules that the plan leads to, at once or later.
pub(crate) fn reach(files: &Files, plan: &Plan<'_>) -> Result<Modules, PackError> {
    let mut modules = Modules::new();
    // Each with the line that wants it.
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
        let needs = module.needs.iter().map(|need| (&need.path, need.line));
        let later = module.later.iter().map(|later| (&later.path, later.line));
        for (other, line) in needs.chain(later) {
            wanted.push((other.clone(), (path.clone(), line)));
        }
        modules.insert(path, module);
    }
    check(&modules)?;
    Ok(modules)
}

/// Whether every name that is imported is exported.
fn check(modules: &Modules) -> Result<(), PackError> {
    for module in modules.values() {
        for need in &module.needs {
            let exports = &modules[&need.path].exports;
            for name in &need.names {
                if exports.iter().any(|export| export.outside == name.outside) {
                    continue;
                }
                let from = need.path.clone();
                let name = name.outside.clone();
                let why = Reason::NoExport { from, name };
                return Err(PackError::new(&module.path, need.line, why));
            }
        }
    }
    Ok(())
}

/// The modules of each file, by the file's path, in the order in which they run.
///
/// A module that comes later stands in one file with those that nothing else needs. What several
/// of them need stands in a file with all that the same ones need, and is named by the first of it.
pub(crate) fn split(
    modules: &Modules,
    plan: &Plan<'_>,
) -> Result<BTreeMap<String, Vec<String>>, PackError> {
    let mut chunks = BTreeMap::new();
    let mut placed = BTreeSet::new();
    for &begin in plan.at_once {
        let mut order = in_order(modules, begin)?;
        order.retain(|path| placed.insert(path.clone()));
        chunks.insert(begin.to_owned(), order);
    }
    let begins = later(modules, &placed)?;
    let mut needed_by: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut orders = Vec::new();
    for &begin in &begins {
        let mut order = in_order(modules, begin)?;
        order.retain(|path| !placed.contains(path));
        for path in &order {
            needed_by.entry(path.clone()).or_default().push(begin);
        }
        orders.push((begin, order));
    }
    let mut shared: BTreeMap<&[&str], String> = BTreeMap::new();
    for (begin, order) in &orders {
        for path in order {
            let file = match needed_by[path].as_slice() {
                // Its exports are taken from the file of its own name.
                _ if begins.contains(path.as_str()) => path.clone(),
                [_] => (*begin).to_owned(),
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

/// The modules that are imported at run time, none of which may be there before.
fn later<'a>(
    modules: &'a Modules,
    placed: &BTreeSet<String>,
) -> Result<BTreeSet<&'a str>, PackError> {
    let mut begins = BTreeSet::new();
    for module in modules.values() {
        for later in &module.later {
            if placed.contains(&later.path) {
                let why = Reason::NotLater(later.path.clone());
                return Err(PackError::new(&module.path, later.line, why));
            }
            begins.insert(later.path.as_str());
        }
    }
    Ok(begins)
}

/// A module and all that it needs, each behind what it needs itself.
fn in_order(modules: &Modules, begin: &str) -> Result<Vec<String>, PackError> {
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
        for need in &modules[path].needs {
            if open.contains(&need.path.as_str()) {
                let why = Reason::Circle(need.path.clone());
                return Err(PackError::new(path, need.line, why));
            }
            visit(modules, &need.path, open, order)?;
        }
        open.pop();
        order.push(path.to_owned());
        Ok(())
    }
    let mut order = Vec::new();
    visit(modules, begin, &mut Vec::new(), &mut order)?;
    Ok(order)
}
