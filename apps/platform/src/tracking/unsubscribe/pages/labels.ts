import { type Language, preferredLanguage } from '#libs/core/html';

/** The language of the pages for recipients: the one of ours that their browser prefers, else English. */
export const languageOf = (acceptLanguage: string | undefined): Language => preferredLanguage(acceptLanguage) ?? 'en';

export interface Labels {
  askTitle: string;
  /** Says what ends, before and after the button. */
  ends: (sender: string, address: string) => string;
  /** The sentence for one topic or list; null for one whose name is not shown. */
  endsOf: (sender: string, address: string, topic: string | null) => string;
  button: string;
  askNote: string;
  doneTitle: string;
  doneNote: string;
  more: string;
  brokenTitle: string;
  broken: string;
  disabledTitle: string;
  disabled: string;
  disabledNote: string;
}

export const LABELS: Record<Language, Labels> = {
  en: {
    askTitle: 'Unsubscribe?',
    ends: (sender, address) => `${sender} will send no more e-mail to ${address}.`,
    endsOf: (sender, address, topic) =>
      `${sender} will send no more e-mail ${topic ? `about “${topic}”` : 'of this kind'} to ${address}. Other e-mail may still come.`,
    button: 'Unsubscribe',
    askNote: 'Nothing happens until you press the button.',
    doneTitle: 'You are unsubscribed',
    doneNote: 'You can close this page.',
    more: 'Choose what you get',
    brokenTitle: 'This link does not work',
    broken: 'It may be incomplete. Copy the whole link from the e-mail, or open it from there again.',
    disabledTitle: 'This link is disabled',
    disabled: 'The account that sent this e-mail has been suspended, so its links no longer open.',
    disabledNote:
      'If you did not expect the e-mail, delete it. Do not enter passwords or payment data that it asks for.',
  },
  pt: {
    askTitle: 'Cancelar a inscrição?',
    ends: (sender, address) => `${sender} não enviará mais e-mails para ${address}.`,
    endsOf: (sender, address, topic) =>
      `${sender} não enviará mais e-mails ${topic ? `sobre “${topic}”` : 'deste tipo'} para ${address}. Outros e-mails ainda podem chegar.`,
    button: 'Cancelar inscrição',
    askNote: 'Nada acontece até você tocar no botão.',
    doneTitle: 'Inscrição cancelada',
    doneNote: 'Você já pode fechar esta página.',
    more: 'Escolher o que recebo',
    brokenTitle: 'Este link não funciona',
    broken: 'Ele pode estar incompleto. Copie o link inteiro do e-mail, ou abra-o de lá outra vez.',
    disabledTitle: 'Este link está desativado',
    disabled: 'A conta que enviou este e-mail foi suspensa, e seus links não abrem mais.',
    disabledNote: 'Se você não esperava o e-mail, apague-o. Não informe senhas nem dados de pagamento que ele peça.',
  },
  es: {
    askTitle: '¿Cancelar la suscripción?',
    ends: (sender, address) => `${sender} no enviará más correos a ${address}.`,
    endsOf: (sender, address, topic) =>
      `${sender} no enviará más correos ${topic ? `sobre “${topic}”` : 'de este tipo'} a ${address}. Aún pueden llegar otros correos.`,
    button: 'Cancelar suscripción',
    askNote: 'No pasa nada hasta que pulses el botón.',
    doneTitle: 'Suscripción cancelada',
    doneNote: 'Ya puedes cerrar esta página.',
    more: 'Elegir lo que recibo',
    brokenTitle: 'Este enlace no funciona',
    broken: 'Puede estar incompleto. Copia el enlace entero del correo, o ábrelo desde allí otra vez.',
    disabledTitle: 'Este enlace está desactivado',
    disabled: 'La cuenta que envió este correo está suspendida, y sus enlaces ya no se abren.',
    disabledNote: 'Si no esperabas el correo, bórralo. No escribas contraseñas ni datos de pago que te pida.',
  },
};
