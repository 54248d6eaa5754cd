import { type Html, html, type Language, type PageStyle } from '#libs/core/html';
import { buttonForm, confirmationPage, type ConfirmationPage } from './confirmation-pages.js';
import type { Proof } from './proof.js';
import type { AskedAgain } from './rules.js';
import { CONFIRMATION_WORDS, type OwnWords } from './words.js';

/** A confirmation that a link asks for, as far as the order of the pages depends on it. */
export interface ConfirmationSubject {
  isConfirmed: boolean;
  isExpired: boolean;
}

/** How the pages about a confirmation look in the language of their reader. */
export interface Presentation {
  language: Language;
  words: OwnWords;
  /** Named beside each text, such as the address. */
  about?: Html;
  /** Shown between the question and its button. */
  consent?: Html;
  /** Above the card. */
  header?: Html;
  /** At the end of the card. */
  footer?: Html;
  style?: PageStyle;
}

/** Paths of the buttons of a link. */
interface Paths {
  confirm: string;
  again: string;
  /** Sent with each button, if it is not in the paths. */
  token?: string;
}

/** Confirmations of one kind, which an app keeps. */
export interface Confirmations<S extends ConfirmationSubject> {
  /** Null for a link that does not work. Changes nothing. */
  open(token: string): Promise<S | null>;
  /** Records a confirmation once; returns whether this was the first. */
  confirm(subject: S, proof: Proof): Promise<boolean>;
  askAgain(subject: S): Promise<AskedAgain>;
}

/** The pages behind the link of a mail that asks. Mail scanners open every link, so only a button confirms. */
export class ConfirmationDialog<S extends ConfirmationSubject> {
  /** @param present how pages look; null stands for a link that does not work */
  constructor(
    private readonly confirmations: Confirmations<S>,
    private readonly present: (subject: S | null) => Presentation,
    private readonly paths: (token: string) => Paths,
  ) {}

  async show(token: string): Promise<ConfirmationPage> {
    const subject = await this.confirmations.open(token);
    if (!subject) return this.brokenPage();
    if (subject.isConfirmed) return this.donePage(subject, false);
    return subject.isExpired ? this.expiredPage(subject, token) : this.askPage(subject, token);
  }

  async confirm(token: string, proof: Proof): Promise<ConfirmationPage> {
    const subject = await this.confirmations.open(token);
    if (!subject) return this.brokenPage();
    if (subject.isExpired && !subject.isConfirmed) return this.expiredPage(subject, token);
    return this.donePage(subject, await this.confirmations.confirm(subject, proof));
  }

  async askAgain(token: string): Promise<ConfirmationPage> {
    const subject = await this.confirmations.open(token);
    const outcome = subject ? await this.confirmations.askAgain(subject) : 'gone';
    if (!subject || outcome === 'gone') return this.brokenPage();
    if (outcome === 'confirmed') return this.donePage(subject, false);
    const shown = this.present(subject);
    const { asked, wait, limit } = wordsOf(shown);
    const label = { asked, wait, limit: { title: limit, text: shown.words.limit } }[outcome];
    return card(outcome, shown, label, closing(shown));
  }

  private askPage(subject: S, token: string): ConfirmationPage {
    const shown = this.present(subject);
    const { ask } = shown.words;
    const { confirm, token: field } = this.paths(token);
    const rest = html`${shown.consent} ${buttonForm(confirm, wordsOf(shown).confirm, field)}
      <p class="small">${ask.note}</p>`;
    return card('ask', shown, ask, rest);
  }

  private donePage(subject: S, isFirst: boolean): ConfirmationPage {
    const shown = this.present(subject);
    const { done, before } = shown.words;
    return card('done', shown, isFirst ? done : before, closing(shown));
  }

  /** Offers another link. */
  private expiredPage(subject: S, token: string): ConfirmationPage {
    const shown = this.present(subject);
    const { expired } = wordsOf(shown);
    const { again, token: field } = this.paths(token);
    return card('expired', shown, expired, buttonForm(again, expired.button, field));
  }

  /** Stands for a forged or incomplete link, and for what is gone: it does not say which. */
  private brokenPage(): ConfirmationPage {
    const shown = this.present(null);
    return card('broken', shown, { title: wordsOf(shown).broken, text: shown.words.broken });
  }
}

const wordsOf = ({ language }: Presentation) => CONFIRMATION_WORDS[language];

const closing = (shown: Presentation): Html => html`<p>${wordsOf(shown).close}</p>`;

function card(
  kind: Parameters<typeof confirmationPage>[0],
  shown: Presentation,
  { title, text }: { title: string; text: string },
  rest?: Html,
): ConfirmationPage {
  const about = shown.about && html` ${shown.about}`;
  const body = html`<p class="lead">${text}${about}</p>
    ${rest} ${shown.footer}`;
  return confirmationPage(kind, shown, title, body);
}
