import { operatorOf, plain, ValueError, withWords } from './operators.js';
import { type Search, SEARCH_LIMITS, SearchError, type SearchTerm } from './search.js';
import { readSyntax, type SyntaxTree, type Value } from './syntax-tree.js';

/**
 * Reads a search. Whitespace and control characters are spaces.
 * @throws SearchError with the position and the reason
 */
export function parseSearch(text: string): Search {
  const { characters } = SEARCH_LIMITS;
  if (text.length > characters) throw new SearchError(characters, `A search has at most ${characters} characters`);
  // Each of them is one code unit, so positions stay.
  const line = text.replaceAll(/[\s\p{Cc}]/gu, ' ').replaceAll(/\p{Surrogate}/gu, '\ufffd');
  return new Meaning().of(readSyntax(line));
}

/** Finds out what terms mean, and counts their values. */
class Meaning {
  #values = 0;
  #labels = 0;

  of(tree: SyntaxTree): Search {
    if (tree.kind === 'not') return { kind: 'not', of: this.of(tree.of) };
    if (tree.kind === 'words') return this.#words(tree.value);
    if (tree.kind === 'operator') return this.#operator(tree.name, tree.values);
    const { kind } = tree;
    const of = tree.of.map((part) => this.of(part)).flatMap((part) => (part.kind === kind ? part.of : [part]));
    if (kind === 'any') this.#alternatives(of.length, tree.position);
    return { kind, of };
  }

  #words(value: Value): SearchTerm {
    this.#count(value);
    if (!value.isQuoted && plain(value.text) === 'nao-lida') return { kind: 'read', values: [false] };
    return this.#checked([value], ([text]) => ({ kind: 'words', text: withWords(text!) }));
  }

  #operator(name: Value, values: readonly Value[]): SearchTerm {
    const operator = operatorOf(name.text);
    if (!operator)
      throw new SearchError(name.position, 'There is no such operator; a text with a colon stands in quotation marks');
    this.#alternatives(values.length, values[0]!.position);
    for (const value of values) this.#count(value);
    const term = this.#checked(values, (texts) => operator.term(texts));
    if (term.kind === 'label') this.#countLabels(values);
    return term;
  }

  #checked(values: readonly Value[], read: (texts: string[]) => SearchTerm): SearchTerm {
    for (const { text, position } of values) {
      try {
        read([text]);
      } catch (error) {
        throw error instanceof ValueError ? new SearchError(position, error.message) : error;
      }
    }
    return read(values.map(({ text }) => text));
  }

  #count({ position }: Value): void {
    this.#values += 1;
    const { values } = SEARCH_LIMITS;
    if (this.#values > values) throw new SearchError(position, `A search has at most ${values} words and values`);
  }

  #countLabels(of: readonly Value[]): void {
    for (const { position } of of) {
      this.#labels += 1;
      const { labels } = SEARCH_LIMITS;
      if (this.#labels > labels) throw new SearchError(position, `A search has at most ${labels} labels`);
    }
  }

  #alternatives(count: number, position: number): void {
    const { alternatives } = SEARCH_LIMITS;
    if (count > alternatives) throw new SearchError(position, `OR has at most ${alternatives} alternatives`);
  }
}
