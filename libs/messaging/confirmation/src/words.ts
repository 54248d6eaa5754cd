import type { Language } from '#libs/core/html';
import { CONFIRMATION_LINK_DAYS } from './rules.js';

interface Label {
  title: string;
  text: string;
}

/** Words that each user of double opt-in has for what it asks. */
export interface OwnWords {
  ask: Label & { note: string };
  done: Label;
  before: Label;
  /** Text of the page for a request that had all its mails. */
  limit: string;
  /** Text of the page for a link that does not work. */
  broken: string;
}

/** Words that mails and pages have alike, whatever they ask. */
export interface ConfirmationWords {
  /** Locale for dates. */
  locale: string;
  mail: { heading: string; greeting: string; expires(until: string): string };
  /** Button of the page that asks. */
  confirm: string;
  expired: Label & { button: string };
  asked: Label;
  wait: Label;
  /** Titles of pages whose text is the user's own. */
  limit: string;
  broken: string;
  close: string;
}

export const CONFIRMATION_WORDS: Readonly<Record<Language, ConfirmationWords>> = {
  en: {
    locale: 'en-GB',
    mail: {
      heading: 'One last step: confirm',
      greeting: 'Hello,',
      expires: (until) => `The link works for ${CONFIRMATION_LINK_DAYS} days, until ${until}.`,
    },
    confirm: 'Confirm',
    expired: {
      title: 'This link has expired',
      text: `It worked for ${CONFIRMATION_LINK_DAYS} days. We can send another one right now.`,
      button: 'Send another link',
    },
    asked: { title: 'Check your inbox', text: 'Another mail is on its way. If it does not come, look in spam, too.' },
    wait: {
      title: 'A mail is on its way already',
      text: 'It was asked for a few minutes ago. Look in spam, too, or try again in ten minutes.',
    },
    limit: 'We cannot send more mails',
    broken: 'This link does not work',
    close: 'You can close this page.',
  },
  pt: {
    locale: 'pt-BR',
    mail: {
      heading: 'Só falta confirmar',
      greeting: 'Olá,',
      expires: (until) => `O link vale por ${CONFIRMATION_LINK_DAYS} dias, até ${until}.`,
    },
    confirm: 'Confirmar',
    expired: {
      title: 'Este link expirou',
      text: `Ele valia por ${CONFIRMATION_LINK_DAYS} dias. Podemos enviar outro agora mesmo.`,
      button: 'Enviar outro link',
    },
    asked: {
      title: 'Veja sua caixa de entrada',
      text: 'Outro e-mail está a caminho. Se não chegar, olhe também no spam.',
    },
    wait: {
      title: 'Um e-mail já está a caminho',
      text: 'Ele foi pedido há poucos minutos. Olhe também no spam, ou tente de novo em dez minutos.',
    },
    limit: 'Não podemos enviar mais e-mails',
    broken: 'Este link não funciona',
    close: 'Você pode fechar esta página.',
  },
  es: {
    locale: 'es',
    mail: {
      heading: 'Solo falta confirmar',
      greeting: 'Hola:',
      expires: (until) => `El enlace funciona durante ${CONFIRMATION_LINK_DAYS} días, hasta el ${until}.`,
    },
    confirm: 'Confirmar',
    expired: {
      title: 'Este enlace ha caducado',
      text: `Funcionaba durante ${CONFIRMATION_LINK_DAYS} días. Podemos enviar otro ahora mismo.`,
      button: 'Enviar otro enlace',
    },
    asked: { title: 'Revise su correo', text: 'Otro mensaje está en camino. Si no llega, mire también en el spam.' },
    wait: {
      title: 'Un mensaje ya está en camino',
      text: 'Se pidió hace unos minutos. Mire también en el spam, o inténtelo de nuevo en diez minutos.',
    },
    limit: 'No podemos enviar más mensajes',
    broken: 'Este enlace no funciona',
    close: 'Puede cerrar esta página.',
  },
};
