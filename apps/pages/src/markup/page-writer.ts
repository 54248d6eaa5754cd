import type { FormDefinition } from '#libs/sites/forms';
import type { Html } from '#libs/core/html';
import { visitorTexts, type VisitorTexts } from '#libs/sites/sites';
import type { PageContext, PageWarning } from './page-context.js';
import type { PageScript } from './page-scripts.js';

export interface Question {
  question: string;
  answer: string;
}

/** Gathers, while items are rendered, what they need from the page as a whole: styles, scripts, dialogs, warnings. */
export class PageWriter {
  /** Rules that were asked for, each once. */
  private readonly pieces = new Set<string>();
  private readonly seenWarnings = new Set<string>();
  readonly scripts = new Set<PageScript>();
  readonly warnings: PageWarning[] = [];
  readonly formIds: string[] = [];
  /** Dialogs and bars, which lie above the page; `first` ones come before its content. */
  readonly overlays: { html: Html; first: boolean }[] = [];
  readonly questions: Question[] = [];
  /** Origins that frames and films come from, after a click. */
  readonly frameOrigins = new Set<string>();
  readonly filmOrigins = new Set<string>();
  /** The level of the last heading; 0 before the first. */
  level = 0;
  /** Pictures so far: the first is what visitors wait for. */
  pictures = 0;
  /** The first text, for a description that the author left out. */
  firstText = '';

  /** Texts that the page has by itself, in its language. */
  readonly texts: VisitorTexts;

  constructor(readonly page: PageContext) {
    this.texts = visitorTexts(page.seo.language);
  }

  /** Takes rules into the page's style. */
  style(css: string): void {
    this.pieces.add(css);
  }

  get css(): string {
    return [...this.pieces].join('');
  }

  warn(where: string, code: PageWarning['code'], message: string): void {
    const key = `${code} ${where}`;
    if (this.seenWarnings.has(key)) return;
    this.seenWarnings.add(key);
    this.warnings.push({ where, code, message });
  }

  /** The form, and that the page contains it; undefined with a warning for one that is not there. */
  form(id: string | undefined, where: string): FormDefinition | undefined {
    const form = id === undefined ? undefined : this.page.forms.get(id);
    if (!form) {
      const message =
        id === undefined ? 'Escolha o formulário que aparece aqui.' : `O formulário ${id} não existe nesta conta.`;
      this.warn(where, 'formulario_ausente', message);
      return undefined;
    }
    if (!this.formIds.includes(form.id)) this.formIds.push(form.id);
    return form;
  }
}
