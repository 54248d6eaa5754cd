import type { HelpLanguage } from '#libs/messaging/sms';

/** Each is one segment of the GSM alphabet, and names a word that stops in its language. */
export const HELP_TEXTS: Readonly<Record<HelpLanguage, string>> = {
  en: 'You get texts from this number because you gave yours to the company that sends them. Reply STOP to get no more.',
  es: 'Recibe estos mensajes porque dio su contacto a la empresa que los manda. Responda BAJA para dejar de recibirlos.',
  pt: 'Recebe estas mensagens porque deu o seu contato à empresa que as envia. Responda SAIR para deixar de receber.',
  fr: 'Vous recevez ces messages car vous avez donné votre contact à la société qui les envoie. Répondez ARRET pour ne plus en recevoir.',
  de: 'Sie erhalten diese Nachrichten, weil Sie der Firma, die sie sendet, Ihre Nummer gegeben haben. Antworten Sie STOPP, um keine mehr zu erhalten.',
};
