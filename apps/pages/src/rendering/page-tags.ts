import { visitorLanguageOf } from '#libs/sites/sites';
import { CONSENT_ADDRESS, type ShownTags, TAG_CATEGORIES, TAGS, TAGS_SCRIPT } from '#libs/sites/tags';
import type { PageWriter } from '../markup/page-writer.js';
import { insideScript } from './page-head.js';

/** The tags of a page and its consent banner, for the script that asks and loads; empty for a page without them. */
export function tagsHtml({ page, texts }: PageWriter): string {
  if (page.tags === null) return '';
  const { credential, version, tags, asksForPixel, title, text, policyUrl } = page.tags;
  const words = texts.consent;
  const asked = new Set([...tags.map(({ category }) => category), ...(asksForPixel ? ['estatistica'] : [])]);
  const shown: ShownTags = {
    credential,
    version,
    language: visitorLanguageOf(page.seo.language),
    tags,
    categories: TAG_CATEGORIES.filter((name) => asked.has(name)).map((name) => ({
      name,
      label: words.categories[name].label,
      about: words.categories[name].about,
      vendors: [
        ...(name === 'estatistica' && asksForPixel ? [words.thisPage] : []),
        ...new Set(tags.filter(({ category }) => category === name).map(({ type }) => TAGS[type].name)),
      ].join(', '),
    })),
    policyUrl,
    texts: {
      title: title ?? words.title,
      text: text ?? words.text,
      accept: words.accept,
      refuse: words.refuse,
      choose: words.choose,
      save: words.save,
      policy: words.policy,
      reopen: words.reopen,
      close: texts.page.close,
      gpc: words.gpc,
      vendors: words.vendors,
      necessary: words.necessary,
      always: words.always,
      offline: texts.snippet.offline,
    },
  };
  const json = insideScript(JSON.stringify(shown));
  return `<script type="application/json" id="${CONSENT_ADDRESS.slice(1)}" data-tags>${json}</script>\n<script src="${TAGS_SCRIPT.address}" defer></script>\n`;
}
