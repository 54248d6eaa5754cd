import { defineWords } from '#web/i18n/words.ts';

/** Meanings of enhanced status codes of mail servers: those of a detail, and those of a subject for all its other details. */
const useTexts = defineWords({
  en: {
    '1': 'The address was refused.',
    '1.1': 'The mailbox does not exist. Check how the address is written.',
    '1.2': 'The domain of the address does not exist, or takes no mail.',
    '1.3': 'The address is malformed.',
    '1.6': 'The recipient has moved and left no new address.',
    '1.8': 'The address of the sender was refused.',
    '1.10': 'The domain of the address takes no mail.',
    '2': 'The mailbox takes no messages.',
    '2.1': 'The mailbox is switched off.',
    '2.2': 'The mailbox is full.',
    '2.3': 'The message is larger than the mailbox takes.',
    '3': 'The mail system of the recipient had a fault.',
    '3.4': 'The message is larger than the server of the recipient takes.',
    '4': 'The server of the recipient could not be reached.',
    '4.7': 'The message was tried for so long that it was given up.',
    '5': 'The servers did not understand each other.',
    '6': 'The server of the recipient could not read the message.',
    '7': 'The server of the recipient refuses the message by its rules.',
    '7.20': 'The signature of the message (DKIM) was missing or did not fit.',
    '7.23': 'The domain of the sender does not allow this server (SPF).',
    '7.26':
      'The message could not be proved to be of its sender (SPF, DKIM or DMARC). Check the records of the domain.',
    '7.28': 'The server of the recipient takes no more messages of this sender for now.',
  },
  'pt-BR': {
    '1': 'O endereço foi recusado.',
    '1.1': 'A caixa postal não existe. Confira como o endereço está escrito.',
    '1.2': 'O domínio do endereço não existe, ou não recebe e-mail.',
    '1.3': 'O endereço está malformado.',
    '1.6': 'O destinatário mudou e não deixou novo endereço.',
    '1.8': 'O endereço do remetente foi recusado.',
    '1.10': 'O domínio do endereço não recebe e-mail.',
    '2': 'A caixa postal não recebe mensagens.',
    '2.1': 'A caixa postal está desligada.',
    '2.2': 'A caixa postal está cheia.',
    '2.3': 'A mensagem é maior do que a caixa postal aceita.',
    '3': 'O sistema de e-mail do destinatário teve uma falha.',
    '3.4': 'A mensagem é maior do que o servidor do destinatário aceita.',
    '4': 'Não foi possível chegar ao servidor do destinatário.',
    '4.7': 'O envio foi tentado por tanto tempo que se desistiu.',
    '5': 'Os servidores não se entenderam.',
    '6': 'O servidor do destinatário não conseguiu ler a mensagem.',
    '7': 'O servidor do destinatário recusa a mensagem por suas regras.',
    '7.20': 'A assinatura da mensagem (DKIM) faltava ou não conferia.',
    '7.23': 'O domínio do remetente não autoriza este servidor (SPF).',
    '7.26':
      'Não foi possível provar que a mensagem é do remetente (SPF, DKIM ou DMARC). Confira os registros do domínio.',
    '7.28': 'O servidor do destinatário não aceita mais mensagens deste remetente por enquanto.',
  },
  es: {
    '1': 'La dirección fue rechazada.',
    '1.1': 'El buzón no existe. Revise cómo está escrita la dirección.',
    '1.2': 'El dominio de la dirección no existe, o no recibe correo.',
    '1.3': 'La dirección está mal formada.',
    '1.6': 'El destinatario se ha mudado y no dejó otra dirección.',
    '1.8': 'La dirección del remitente fue rechazada.',
    '1.10': 'El dominio de la dirección no recibe correo.',
    '2': 'El buzón no recibe mensajes.',
    '2.1': 'El buzón está apagado.',
    '2.2': 'El buzón está lleno.',
    '2.3': 'El mensaje es más grande de lo que acepta el buzón.',
    '3': 'El sistema de correo del destinatario tuvo una falla.',
    '3.4': 'El mensaje es más grande de lo que acepta el servidor del destinatario.',
    '4': 'No se pudo llegar al servidor del destinatario.',
    '4.7': 'El envío se intentó durante tanto tiempo que se desistió.',
    '5': 'Los servidores no se entendieron.',
    '6': 'El servidor del destinatario no pudo leer el mensaje.',
    '7': 'El servidor del destinatario rechaza el mensaje por sus reglas.',
    '7.20': 'La firma del mensaje (DKIM) faltaba o no coincidía.',
    '7.23': 'El dominio del remitente no autoriza este servidor (SPF).',
    '7.26': 'No se pudo probar que el mensaje es del remitente (SPF, DKIM o DMARC). Revise los registros del dominio.',
    '7.28': 'El servidor del destinatario no acepta más mensajes de este remitente por ahora.',
  },
});

const SAME_AS: Readonly<Record<string, string>> = { '7.21': '7.20', '7.22': '7.20', '7.24': '7.23' };

/** Returns what the code of a mail server means, in the reader's language; undefined where it is not known. */
export function useDiagnosis(): (code: string | null | undefined) => string | undefined {
  const texts: Readonly<Record<string, string>> = useTexts();
  return (code) => meaningIn(texts, code);
}

/** Finds the text of an enhanced status code, such as 5.1.1, or that of its subject. */
export function meaningIn(
  texts: Readonly<Record<string, string>>,
  code: string | null | undefined,
): string | undefined {
  const [, subject, detail] = /^[245]\.(\d{1,3})\.(\d{1,3})$/.exec(code ?? '') ?? [];
  if (!subject) return undefined;
  const whole = `${subject}.${detail}`;
  return texts[SAME_AS[whole] ?? whole] ?? texts[subject];
}
