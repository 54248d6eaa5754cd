/** References that are looked at; a newsletter has fewer. */
const REFERENCES_MAX = 2_000;

const IN_ATTRIBUTE =
  /\b(?:src|background|data|poster)\s*=\s*(?:"([^"]{1,1000})"|'([^']{1,1000})'|([^\s"'>]{1,1000}))/gi;
const IN_STYLE = /\burl\(\s*(?:&quot;|["'])?([^"'()\s]{1,1000}?)(?:&quot;|["'])?\s*\)/gi;

/** Names of a picture in a message, by which its HTML may refer to it. */
export interface PictureNames {
  contentId: string | null;
  /** The value of Content-Location. */
  location: string | null;
  fileName: string;
}

/** The references of HTML to pictures that come with it. */
export class PictureReferences {
  readonly #ids = new Set<string>();
  readonly #places = new Set<string>();

  constructor(html: string) {
    let count = 0;
    for (const pattern of [IN_ATTRIBUTE, IN_STYLE])
      for (const [, quoted, single, bare] of html.matchAll(pattern)) {
        count += 1;
        if (count > REFERENCES_MAX) return;
        this.#add(withoutEntities(quoted ?? single ?? bare ?? ''));
      }
  }

  /** The name by which the HTML shows a picture; undefined if it does not. */
  nameOf({ contentId, location, fileName }: PictureNames): string | undefined {
    if (contentId !== null && this.#ids.has(pictureKey(contentId))) return contentId;
    if (location !== null && this.#places.has(pictureKey(location))) return location;
    if (location !== null && this.#ids.has(pictureKey(location))) return location;
    // Some programs refer to the name of the file, with and without `cid:`.
    const name = pictureKey(fileName);
    return name !== '' && (this.#ids.has(name) || this.#places.has(name)) ? fileName : undefined;
  }

  #add(source: string): void {
    const [, id] = /^\s*cid:(.*)$/is.exec(source) ?? [];
    if (id !== undefined) this.#ids.add(pictureKey(id));
    else if (!/^\s*data:/i.test(source)) this.#places.add(pictureKey(source));
  }
}

/** The form in which names of pictures are compared: without angle brackets, escapes and case. */
export function pictureKey(name: string): string {
  const bare = name.trim().replace(/^cid:/i, '').replace(/^<|>$/g, '').replace(/^\.\//, '');
  try {
    return decodeURIComponent(bare).toLowerCase();
  } catch {
    return bare.toLowerCase();
  }
}

const withoutEntities = (text: string): string =>
  text
    .replaceAll(/&#(?:x([0-9a-f]{1,5})|(\d{1,6}));?/gi, (_, hex?: string, decimal?: string) =>
      String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll(/&amp;/gi, '&');
