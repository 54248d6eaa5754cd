import { foldText } from '../fold-text.js';

/** Returns the tags without the further spellings of one: the first stays. */
export function distinctTags(tags: readonly string[]): string[] {
  return tagsBeyond([], tags);
}

/** Returns those tags, each once, of which a contact has no spelling. */
export function tagsBeyond(known: readonly string[], tags: readonly string[]): string[] {
  const keys = new Set(known.map(foldText));
  return tags.filter((tag) => {
    const key = foldText(tag);
    const isNew = !keys.has(key);
    keys.add(key);
    return isNew;
  });
}
