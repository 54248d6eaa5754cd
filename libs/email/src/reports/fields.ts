/** Header fields by their name in lower case; of a repeated field the first counts. */
export type Fields = ReadonlyMap<string, string>;

/** More than any honest report has; what comes after is not read. */
const MAX_TEXT = 65_536;
const MAX_BLOCKS = 200;

/** Reads blocks of header fields (RFC 5322, section 2.2) that empty lines part, folded lines joined. Never fails. */
export function readBlocks(text: string): Fields[] {
  const blocks: Map<string, string>[] = [];
  let block = new Map<string, string>();
  let last: string | undefined;
  for (const line of text.slice(0, MAX_TEXT).split(/\r\n|\r|\n/)) {
    if (line.trim() === '') {
      if (block.size > 0) blocks.push(block);
      if (blocks.length === MAX_BLOCKS) return blocks;
      block = new Map();
      last = undefined;
    } else if (/^[ \t]/.test(line)) {
      if (last !== undefined) block.set(last, `${block.get(last)} ${line.trim()}`);
    } else {
      last = addField(block, line);
    }
  }
  if (block.size > 0) blocks.push(block);
  return blocks;
}

/** Adds the field on a line, and returns its name when further lines may continue it. */
function addField(block: Map<string, string>, line: string): string | undefined {
  const colon = line.indexOf(':');
  if (colon < 1) return undefined;
  const name = line.slice(0, colon).trim().toLowerCase();
  if (block.has(name)) return undefined;
  block.set(name, line.slice(colon + 1).trim());
  return name;
}

/** The address in a field such as `rfc822; user@example.test` or `<user@example.test>`; undefined without one. */
export function addressIn(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const type = /^([\w-]{1,20})\s?;/.exec(value)?.[1]?.toLowerCase();
  const untyped = (type === undefined ? value : value.slice(value.indexOf(';') + 1)).slice(0, 1_000);
  return /[^\s<>();,:"]{1,64}@[^\s<>();,:"@]{1,255}/.exec(type === 'utf-8' ? withoutEscapes(untyped) : untyped)?.[0];
}

/** An address of type utf-8 as it was, where a report had to be in ASCII (RFC 6533, section 3: `jos\x{E9}`). */
function withoutEscapes(address: string): string {
  return address.replace(/\\x\{([0-9a-f]{2,6})\}/gi, (escape, digits: string) => {
    const code = Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
  });
}

/** A Message-ID without its angle brackets. */
export function messageIdIn(value: string | undefined): string | undefined {
  return /<([^\s<>]{1,900})>/.exec(value?.slice(0, 1_000) ?? '')?.[1];
}
