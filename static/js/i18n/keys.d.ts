/** The keys of the texts, from the file of English. Each other language has the same. */
import type english from '../../locales/en.json';

/** The parts into which the build divides the texts of a language; `server` stays with the server. */
type Parts = Omit<typeof english, 'server'>;

/** The name of a text without the ending of its plural form. */
type Base<Name extends string> = Name extends `${infer Before}_one`
  ? Before
  : Name extends `${infer Before}_other`
    ? Before
    : Name;

type KeysIn<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string
    ? Base<Name>
    : `${Name}.${KeysIn<Tree[Name]>}`;
}[keyof Tree & string];

/** What `t` takes: "lobby.open_seats", in whichever part and however many plural forms the text is. */
export type Key = { [Part in keyof Parts]: KeysIn<Parts[Part]> }[keyof Parts];

/** A part that not every page needs. */
export type LaterPart = Exclude<keyof Parts, 'start'>;

/** A name as it stands in keys: with spaces, since translators' tools take "too_many" for a plural form. */
export type Spaced<Name extends string> = Name extends `${infer Before}_${infer After}`
  ? `${Before} ${Spaced<After>}`
  : Name;
