export type Language = 'en' | 'pt';

/** The language of the pages for recipients: the one of the two that their browser prefers. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const accepted = (acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
      const quality = /^q=([01](?:\.\d+)?)$/.exec(parameters.join('').trim())?.[1];
      return { tag: tag.trim(), quality: Number(quality ?? 1) };
    })
    .filter(({ tag }) => /^(?:en|pt)(?:-|$)/.test(tag))
    .sort((a, b) => b.quality - a.quality);
  return accepted[0]?.tag.startsWith('pt') ? 'pt' : 'en';
}

export interface Labels {
  askTitle: string;
  ask: (sender: string, address: string) => string;
  button: string;
  askNote: string;
  doneTitle: string;
  done: (sender: string, address: string) => string;
  doneNote: string;
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
    brokenTitle: 'Este link não funciona',
    broken: 'Ele pode estar incompleto. Copie o link inteiro do e-mail, ou abra-o de lá outra vez.',
    disabledTitle: 'Este link está desativado',
    disabled: 'A conta que enviou este e-mail foi suspensa, e seus links não abrem mais.',
    disabledNote: 'Se você não esperava o e-mail, apague-o. Não informe senhas nem dados de pagamento que ele peça.',
  },
};
