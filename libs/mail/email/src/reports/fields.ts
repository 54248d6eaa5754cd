/** Header fields by their name in lower case; of a repeated field the first counts. */
export type Fields = ReadonlyMap<string, string>;

/** More than a real report has; the rest is not read. */
const MAX_TEXT = 65_536;
const MAX_BLOCKS = 200;
const MAX_LIST = 100;

/**
 * Parses blocks of header fields (RFC 5322, section 2.2) separated by empty lines; joins folded lines. A repetition of one
 * of the fields in `opening` begins a block, too: some servers omit the empty line. Never throws.
 */
export function readBlocks(text: string, opening: ReadonlySet<string> = new Set()): Fields[] {
  const blocks: Map<string, string>[] = [];
  let block = new Map<string, string>();
  let last: string | undefined;
  const next = () => {
    if (block.size > 0) blocks.push(block);
    block = new Map();
    last = undefined;
  };
  for (const line of text.slice(0, MAX_TEXT).split(/\r\n|\r|\n/)) {
    if (blocks.length === MAX_BLOCKS) return blocks;
    const name = nameOf(line);
    if (line.trim() === '') next();
    else if (/^[ \t]/.test(line)) {
      if (last !== undefined) block.set(last, `${block.get(last)} ${line.trim()}`);
    } else if (name === undefined || (block.has(name) && !opening.has(name))) last = undefined;
    else {
      if (block.has(name)) next();
      block.set(name, line.slice(line.indexOf(':') + 1).trim());
      last = name;
    }
  }
  next();
  return blocks;
}

function nameOf(line: string): string | undefined {
  const colon = line.indexOf(':');
  return colon < 1 ? undefined : line.slice(0, colon).trim().toLowerCase();
}

/** The address in a field such as `rfc822; user@example.test` or `<user@example.test>`; undefined without one. */
export function addressIn(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const type = /^([\w-]{1,20})\s?;/.exec(value)?.[1]?.toLowerCase();
  const untyped = (type === undefined ? value : value.slice(value.indexOf(';') + 1)).slice(0, 1_000);
  return ADDRESS.exec(type === 'utf-8' ? withoutEscapes(untyped) : untyped)?.[0].replace(/\.$/, '');
}

const ADDRESS =
  /[^\s<>()[\];,:"'“”‘’«»：；，（）、。][^\s<>()[\];,:"“”‘’«»：；，（）、。]{0,63}@[^\s<>()[\];,:"'“”‘’«»@：；，（）、。]{1,255}/;

/** Every address of a text, with its place. */
export function addressMatches(text: string): { address: string; index: number }[] {
  return [...text.slice(0, 1_000).matchAll(new RegExp(ADDRESS, 'g'))].map(({ 0: found, index }) => ({
    address: found.replace(/\.$/, ''),
    index,
  }));
}

/** The addresses of a list such as that of To; at most 100. */
export function addressesIn(list: string | undefined): string[] {
  return list === undefined
    ? []
    : list
        .slice(0, 16_384)
        .split(',', MAX_LIST)
        .flatMap((one) => addressIn(one) ?? []);
}

/** Decodes an address of type utf-8 that a report has in ASCII (RFC 6533, section 3: `jos\x{E9}`). */
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
