/** Where the project is told that a rule is wrong. Pure. */

/** The project's repository. */
export const REPOSITORY = 'https://github.com/boneyard/boneyard';

/** The form for rules, filled in with what is known. @param {{ game: string, version: string }} known */
export const ruleReport = (known) =>
  `${REPOSITORY}/issues/new?${new URLSearchParams({ template: 'rules.yml', ...known })}`;
