import type { RecipientChange, RecipientNotice, RecipientSource } from '#libs/core/app-events';
import type { EmailStatus } from '../contacts/contact-values.js';

/** The subjects of notices: a consent by its channel, or the state of the e-mail address. */
export type NoticeSubject = 'email' | 'sms' | 'email-status';

export const subjectOf = ({ channel, change }: RecipientNotice): NoticeSubject =>
  change === 'bounced' ? 'email-status' : channel;

/** The judgement of an address that bounced for good. */
export const statusAfterBounce = ({ isDomainGone }: RecipientNotice): EmailStatus =>
  isDomainGone ? 'dominio_inexistente' : 'suspeito';

type Methods = Record<RecipientSource, string>;

const LEFT: Methods = {
  link: 'descadastro pelo link do e-mail',
  preferences: 'página de preferências',
  report: 'descadastro pelo provedor de e-mail',
  text: 'resposta de saída por SMS',
  confirmation: 'página de confirmação',
  api: 'descadastro registrado pela conta',
};

const CAME_BACK: Methods = {
  link: 'link do e-mail',
  preferences: 'página de preferências',
  report: 'aviso do provedor de e-mail',
  text: 'resposta de volta por SMS',
  confirmation: 'inscrição confirmada em lista',
  api: 'descadastro retirado pela conta',
};

const METHODS: Record<Exclude<RecipientChange, 'bounced'>, (source: RecipientSource) => string> = {
  unsubscribed: (source) => LEFT[source],
  complained: () => 'reclamação de spam',
  resubscribed: (source) => CAME_BACK[source],
};

/** Returns how the contact said it, in the words of the history. */
export const methodOf = ({ change, source }: RecipientNotice): string =>
  change === 'bounced' ? '' : METHODS[change](source);
