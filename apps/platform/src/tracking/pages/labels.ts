import { type Language, preferredLanguage } from '#libs/html';

/** The language of the pages for recipients: the one of ours that their browser prefers, else English. */
export const languageOf = (acceptLanguage: string | undefined): Language => preferredLanguage(acceptLanguage) ?? 'en';

export interface Labels {
  askTitle: string;
  ask: (sender: string, address: string) => string;
  button: string;
  askNote: string;
  doneTitle: string;
  done: (sender: string, address: string) => string;
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
    ask: (sender, address) => `${sender} will send no more e-mail to ${address}.`,
    button: 'Unsubscribe',
    askNote: 'Nothing happens until you press the button.',
    doneTitle: 'You are unsubscribed',
    done: (sender, address) => `${sender} will send no more e-mail to ${address}.`,
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
    ask: (sender, address) => `${sender} não enviará mais e-mails para ${address}.`,
    button: 'Cancelar inscrição',
    askNote: 'Nada acontece até você tocar no botão.',
    doneTitle: 'Inscrição cancelada',
    done: (sender, address) => `${sender} não enviará mais e-mails para ${address}.`,
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
    ask: (sender, address) => `${sender} no enviará más correos a ${address}.`,
    button: 'Cancelar suscripción',
    askNote: 'No pasa nada hasta que pulses el botón.',
    doneTitle: 'Suscripción cancelada',
    done: (sender, address) => `${sender} no enviará más correos a ${address}.`,
    doneNote: 'Ya puedes cerrar esta página.',
    more: 'Elegir lo que recibo',
    brokenTitle: 'Este enlace no funciona',
    broken: 'Puede estar incompleto. Copia el enlace entero del correo, o ábrelo desde allí otra vez.',
    disabledTitle: 'Este enlace está desactivado',
    disabled: 'La cuenta que envió este correo está suspendida, y sus enlaces ya no se abren.',
    disabledNote: 'Si no esperabas el correo, bórralo. No escribas contraseñas ni datos de pago que te pida.',
  },
};
