// @ts-check
/** Brings the words of presets, options and rules; only what shows them imports this. */
import { rules } from './en_rules.js';
import { learn } from './index.js';

learn(rules);
