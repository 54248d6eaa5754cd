import type * as Ohm from 'ohm-js';
import { lazyPackage, once } from '#libs/core/process';

/** Processes that search nothing keep its memory free. */
const ohm = lazyPackage<typeof Ohm>('ohm-js');

/** A parsing expression grammar: it is unambiguous, and takes linear time. Every gap is a plain space. */
const GRAMMAR = String.raw`
  MailSearch {
    search = gap? (either gap?)? end
    either = nonemptyListOf<each, or>
    each = nonemptyListOf<one, gap>
    one = "-" positive -- not
        | positive
    positive = group | operator | words
    group = "(" gap? either gap? ")"

    operator = name ":" values
    name = letter (letter | "-")*
    values = "(" gap? nonemptyListOf<value, choice> gap? ")" -- group
           | nonemptyListOf<value, ","> -- list
    choice = or | comma
    comma = gap? "," gap?
    value = quoted | bare
    bare = ~quote (~("," | stop) any)+

    words = quoted | word
    word = ~(quote | "-" | orWord | name ":") (~stop any)+
    quoted = "\"" (escaped | ~("\"" | "\\") any)* "\"" -- double
           | "'" (escaped | ~("'" | "\\") any)* "'" -- single

    escaped = "\\" any

    or = gap orWord gap?
    orWord = "OR" &(" " | "(" | ")" | end)
    stop = " " | "(" | ")" | "\""
    quote = "\"" | "'"
    gap = " "+
  }`;

export const searchGrammar = once(() => ohm().grammar(GRAMMAR));
