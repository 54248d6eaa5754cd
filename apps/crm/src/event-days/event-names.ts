import type { MessageReport, MessageReportChange } from '#libs/core/app-events';

/** Form that the contact sent. */
export const FORM_SENT = 'formulario_enviado';

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
