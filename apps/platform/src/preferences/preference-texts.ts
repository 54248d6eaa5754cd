import type { Language } from '#libs/core/html';

interface Label {
  title: string;
  text: string;
}

export interface PreferenceTexts {
  /** The language's own name. */
  own: string;
  languages: string;
  title: string;
  text(sender: string, address: string): string;
  legend: string;
  /** Word in place of a list's name. */
  list: string;
  /** Choice for messages of no topic and no list. */
  other: Label;
  save: string;
  nothing: string;
  note: string;
  off: string;
  saved: Label;
  nothingMore(sender: string, address: string): Label;
  held(sender: string): Label;
  back: string;
  broken: Label;
}

const en: PreferenceTexts = {
  own: 'English',
  languages: 'Language',
  title: 'Choose what you get',
  text: (sender, address) => `${sender} sends e-mail to ${address}.`,
  legend: 'E-mail about',
  list: 'The list by which the e-mail came',
  other: { title: 'Anything else', text: 'E-mail that is about none of these' },
  save: 'Save my choice',
  nothing: 'Nothing any more',
  note: 'Receipts and other answers to what you do may still come. Nothing changes until you press a button.',
  off: 'You have chosen to get nothing at present. What you tick comes again, and nothing else that there is now.',
  saved: {
    title: 'Your choice is saved',
    text: 'It counts from now on. An e-mail that is on its way may still arrive.',
  },
  nothingMore: (sender, address) => ({
    title: 'You get nothing any more',
    text: `${sender} will send no more e-mail to ${address}, but for receipts and other answers to what you do.`,
  }),
  held: (sender) => ({
    title: 'There is nothing to choose',
    text: `${sender} sends nothing to your address at present. If you want its e-mail again, write to ${sender}.`,
  }),
  back: 'Change it again',
  broken: {
    title: 'This link does not work',
    text: 'It may be incomplete. Copy the whole link from the e-mail, or open it from there again.',
  },
};

const pt: PreferenceTexts = {
  own: 'Português',
  languages: 'Idioma',
  title: 'Escolha o que você recebe',
  text: (sender, address) => `${sender} envia e-mails para ${address}.`,
  legend: 'E-mails sobre',
  list: 'A lista pela qual o e-mail chegou',
  other: { title: 'Outros assuntos', text: 'E-mails que não são sobre nenhum destes' },
  save: 'Salvar minha escolha',
  nothing: 'Não quero mais nada',
  note: 'Recibos e outras respostas ao que você faz ainda podem chegar. Nada muda até você tocar em um botão.',
  off: 'Você escolheu não receber nada no momento. O que você marcar volta a chegar, e nada mais do que existe agora.',
  saved: {
    title: 'Sua escolha foi salva',
    text: 'Ela vale a partir de agora. Um e-mail que já está a caminho ainda pode chegar.',
  },
  nothingMore: (sender, address) => ({
    title: 'Você não recebe mais nada',
    text: `${sender} não enviará mais e-mails para ${address}, a não ser recibos e outras respostas ao que você faz.`,
  }),
  held: (sender) => ({
    title: 'Não há nada para escolher',
    text: `${sender} não envia nada para o seu endereço no momento. Se quiser receber de novo, escreva para ${sender}.`,
  }),
  back: 'Mudar de novo',
  broken: {
    title: 'Este link não funciona',
    text: 'Ele pode estar incompleto. Copie o link inteiro do e-mail, ou abra-o de lá outra vez.',
  },
};

const es: PreferenceTexts = {
  own: 'Español',
  languages: 'Idioma',
  title: 'Elige lo que recibes',
  text: (sender, address) => `${sender} envía correos a ${address}.`,
  legend: 'Correos sobre',
  list: 'La lista por la que llegó el correo',
  other: { title: 'Otros asuntos', text: 'Correos que no tratan de nada de esto' },
  save: 'Guardar mi elección',
  nothing: 'Ya no quiero nada',
  note: 'Aún pueden llegar recibos y otras respuestas a lo que haces. Nada cambia hasta que pulses un botón.',
  off: 'Has elegido no recibir nada por ahora. Lo que marques volverá a llegar, y nada más de lo que hay ahora.',
  saved: {
    title: 'Tu elección está guardada',
    text: 'Vale desde ahora. Un correo que ya está en camino aún puede llegar.',
  },
  nothingMore: (sender, address) => ({
    title: 'Ya no recibes nada',
    text: `${sender} no enviará más correos a ${address}, salvo recibos y otras respuestas a lo que haces.`,
  }),
  held: (sender) => ({
    title: 'No hay nada que elegir',
    text: `${sender} no envía nada a tu dirección por ahora. Si quieres recibirlo de nuevo, escribe a ${sender}.`,
  }),
  back: 'Cambiarla otra vez',
  broken: {
    title: 'Este enlace no funciona',
    text: 'Puede estar incompleto. Copia el enlace entero del correo, o ábrelo desde allí otra vez.',
  },
};

export const PREFERENCE_TEXTS: Readonly<Record<Language, PreferenceTexts>> = { en, pt, es };
