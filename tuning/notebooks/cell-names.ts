// What the module of a notebook's cells calls in the process that runs it.

/** At the beginning of each cell, with its number. */
export const BEGIN = '__begin__';
/** With the value of a cell's last expression. */
export const SHOW = '__show__';
/** What the cells have under the name Deno. */
export const DENO = '__deno__';
