import { readdirSync, readFileSync, type Dirent } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './docs-pages.js';

const FOLDERS = ['.ci', 'apps', 'bench', 'docs', 'libs', 'packages', 'scripts', 'test'];
/** Folders of which the files themselves are looked at: what is installed there is not ours. */
const FLAT_FOLDERS = ['tools'];
const CODE = /(?<!\.gen(?:erated)?)\.(?:tsx?|mjs|cjs|json|ya?ml|graphql)$|^(?:Dockerfile|Caddyfile)$/;
const SCRIPT = /(?<!\.gen(?:erated)?)\.(?:tsx?|mjs|cjs)$/;
const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const DECLARATION = /\b(?:class|interface|type|enum|const|function)\s+([A-Za-z_$][\w$]*)/g;

/** The files and the words of the repository. A word in a comment is none: a comment may be as old as a page. */
export class CodeIndex {
  /** The paths of files and folders, and every end of one that begins at a folder or a name. */
  readonly #paths = new Set<string>();
  readonly #codeByFile = new Map<string, string>();
  readonly #words = new Set<string>();
  readonly #filesByDeclaration = new Map<string, string[]>();

  constructor() {
    for (const entry of entriesBelowRoot()) {
      const path = relative(ROOT, join(entry.parentPath, entry.name));
      this.#addPath(path);
      if (entry.isFile() && CODE.test(entry.name) && entry.name !== 'package-lock.json') this.#addCode(path);
    }
  }

  /** Whether a file or folder has this path, or a path that ends so. */
  hasPath(path: string): boolean {
    return this.#paths.has(path.replace(/\/$/, ''));
  }

  hasWord(word: string): boolean {
    return this.#words.has(word);
  }

  /** The files that have code. */
  get files(): string[] {
    return [...this.#codeByFile.keys()];
  }

  /** Whether code contains the text, in a literal for instance. */
  hasText(text: string): boolean {
    return [...this.#codeByFile.values()].some((code) => code.includes(text));
  }

  /** Whether a file declares the name at its top level or within. */
  declares(name: string): boolean {
    return this.#filesByDeclaration.has(name);
  }

  /** Whether a file that declares `name` has the word `member`, or a file that declares what `name` extends. */
  hasMember(name: string, member: string): boolean {
    return (this.#filesByDeclaration.get(name) ?? []).some((file) => {
      const code = this.codeOf(file);
      if (hasWord(code, member)) return true;
      const parents = code.match(new RegExp(`\\b${name}\\b[^{]*extends\\s+([^{]+)`))?.[1]?.match(WORD) ?? [];
      return parents.some((parent) => parent !== name && this.hasMember(parent, member));
    });
  }

  /** The code of a file, without its comments. */
  codeOf(file: string): string {
    return this.#codeByFile.get(file) ?? '';
  }

  #addPath(path: string): void {
    const parts = path.split('/');
    for (const place of parts.keys()) this.#paths.add(parts.slice(place).join('/'));
  }

  #addCode(file: string): void {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const code = SCRIPT.test(file) ? withoutComments(text) : text;
    this.#codeByFile.set(file, code);
    for (const word of code.match(WORD) ?? []) this.#words.add(word);
    for (const [, name = ''] of code.matchAll(DECLARATION)) {
      const files = this.#filesByDeclaration.get(name) ?? [];
      this.#filesByDeclaration.set(name, [...files, file]);
    }
  }
}

export const hasWord = (code: string, word: string): boolean =>
  new RegExp(`(?<![\\w$])${word.replaceAll('$', '\\$')}(?![\\w$])`).test(code);

const withoutComments = (text: string): string =>
  text.replace(COMMENT_OR_TEXT, (found) => (/^\/[*/]/.test(found) ? ' ' : found));

function entriesBelowRoot(): Dirent[] {
  const top = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile());
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true, encoding: 'utf8' }),
  ).filter(({ parentPath }) => !/\/packages\/\w+\/dist(?:\/|$)/.test(parentPath));
  const flat = FLAT_FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true }));
  return [...top, ...below, ...flat];
}
