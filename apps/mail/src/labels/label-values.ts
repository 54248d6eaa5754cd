/** The labels that every mailbox has; rules set them, and so may its users. */
export const SYSTEM_LABELS = ['importante', 'pessoal', 'promocoes', 'notificacoes'] as const;
export type SystemLabel = (typeof SYSTEM_LABELS)[number];

/** First names and colours of the system labels. Users change the colour alone. */
export const SYSTEM_LABEL_LOOKS: Record<SystemLabel, { name: string; colour: string }> = {
  importante: { name: 'Importante', colour: '#d93025' },
  pessoal: { name: 'Pessoal', colour: '#1a73e8' },
  promocoes: { name: 'Promoções', colour: '#188038' },
  notificacoes: { name: 'Notificações', colour: '#e37400' },
};

/** Labels of a mailbox, those of the system included. */
export const MAX_LABELS = 200;

/** Limits for one call that changes many messages. */
export const MAX_BATCH_MESSAGES = 500;
export const MAX_BATCH_LABELS = 20;

/** The colour of a label without another: grey. */
export const DEFAULT_LABEL_COLOUR = '#5f6368';
