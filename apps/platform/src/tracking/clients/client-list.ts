/** Parts of user agents that an operator lists, in lower case. */
export interface ClientList {
  machines: readonly string[];
  /** Readers, whatever else is said of them. */
  readers: readonly string[];
}

export const NO_CLIENTS: ClientList = { machines: [], readers: [] };

export const MAX_CLIENT_LINES = 5_000;
/** A shorter part would be in nearly every user agent. */
const MIN_PART = 3;

/**
 * Reads a list: a part of a user agent on each line, `!` before that of a reader; `#` begins a comment.
 * @throws Error naming the line that is wrong
 */
export function parseClientList(text: string): ClientList {
  const lines = text.split(/\r?\n/);
  if (lines.length > MAX_CLIENT_LINES) throw new Error(`has more than ${MAX_CLIENT_LINES} lines`);
  const list = { machines: [] as string[], readers: [] as string[] };
  for (const [n, line] of lines.entries()) {
    const entry = line.trim().toLowerCase();
    if (entry === '' || entry.startsWith('#')) continue;
    const isReader = entry.startsWith('!');
    const part = isReader ? entry.slice(1).trim() : entry;
    if (part.length < MIN_PART) throw new Error(`line ${n + 1} has less than ${MIN_PART} characters`);
    (isReader ? list.readers : list.machines).push(part);
  }
  return list;
}
