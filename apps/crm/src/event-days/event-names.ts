import type { MessageReport, MessageReportChange } from '#libs/core/app-events';

/** Form that the contact sent. */
export const FORM_SENT = 'formulario_enviado';

/** Events beyond the names that are counted of a contact in a day. */
export const OTHERS = '(outros)';

const CHANGES: Record<MessageReportChange, string> = {
  sent: 'enviado',
  delivered: 'entregue',
  opened: 'aberto',
  clicked: 'clicado',
  bounced: 'devolvido',
  unsubscribed: 'descadastrado',
  complained: 'reclamado',
  failed: 'falhou',
};

/** A change as the timeline and the counts name it. */
export const changeName = (change: MessageReportChange): string => CHANGES[change];

/** The name under which a report counts, such as `email_aberto`. */
export const reportName = ({ channel, change }: Pick<MessageReport, 'channel' | 'change'>): string =>
  `${channel}_${CHANGES[change]}`;

const OWN = new Set<string>([
  FORM_SENT,
  OTHERS,
  ...(Object.keys(CHANGES) as MessageReportChange[]).flatMap((change) =>
    (['email', 'sms'] as const).map((channel) => reportName({ channel, change })),
  ),
]);

/** Says whether the CRM itself counts by this name, so that no page may. */
export const isOwnName = (name: string): boolean => OWN.has(name);
