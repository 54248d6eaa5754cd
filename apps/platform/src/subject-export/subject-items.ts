import type { SubjectItem } from '#libs/privacy/data-rights';
import type { Contact } from '../contacts/contact.entity.js';
import type { MessageEvent } from '../messages/events/message-event.entity.js';
import type { Message } from '../messages/message.entity.js';
import type { ReceivedEmail } from '../inbound/emails/received-email.entity.js';
import type { ReceivedText } from '../sms/inbound/received/received-text.entity.js';
import { ERASED } from '../suppressions/suppression.js';
import type { Suppression } from '../suppressions/suppression.entity.js';

export type HeldContact = Pick<
  Contact,
  'id' | 'externalId' | 'email' | 'phone' | 'name' | 'attributes' | 'createdAt'
> & {
  lists: string[];
};
export type HeldMessage = Omit<Message, 'tenantId' | 'contentId' | 'updatedAt'>;
export type HeldReceived = Pick<ReceivedEmail, 'id' | 'envelopeFrom' | 'recipients' | 'receivedAt'> & {
  subject: string | null;
  messageId: string | null;
};
export type HeldEvent = Pick<MessageEvent, 'messageId' | 'type' | 'occurredAt' | 'detail'>;
export type HeldReceivedText = Omit<ReceivedText, 'tenantId' | 'environment'>;
export type HeldSuppression = Pick<Suppression, 'address' | 'sender' | 'reason' | 'source' | 'createdAt'>;

export const contactItem = ({
  id,
  externalId,
  email,
  phone,
  name,
  attributes,
  lists,
  createdAt,
}: HeldContact): SubjectItem => ({
  kind: 'contato',
  at: createdAt.toISOString(),
  fields: { id, id_externo: externalId, email, telefone: phone, nome: name, atributos: attributes, listas: lists },
});

export const suppressionItem = ({ address, sender, reason, source, createdAt }: HeldSuppression): SubjectItem => ({
  kind: 'supressao',
  at: createdAt.toISOString(),
  fields: { endereco: reason === ERASED ? null : address, remetente: sender || null, motivo: reason, origem: source },
});

export const messageItem = (message: HeldMessage): SubjectItem => ({
  kind: 'mensagem',
  at: message.createdAt.toISOString(),
  fields: {
    id: message.id,
    canal: message.channel,
    status: message.status,
    ambiente: message.environment,
    remetente: message.sender,
    destinatario: message.recipient,
    assunto: message.subject,
    message_id: message.internetMessageId,
    modelo_id: message.templateId,
    etiquetas: message.tags,
    erro: message.error,
    agendada_em: message.scheduledAt,
    enviada_em: message.sentAt,
  },
});

export const receivedItem = (email: HeldReceived): SubjectItem => ({
  kind: 'mensagem_recebida',
  at: email.receivedAt.toISOString(),
  fields: {
    id: email.id,
    remetente: email.envelopeFrom,
    destinatarios: email.recipients,
    assunto: email.subject,
    message_id: email.messageId && `<${email.messageId}>`,
  },
});

export const eventItem = ({ messageId, type, detail, occurredAt }: HeldEvent): SubjectItem => ({
  kind: 'evento_mensagem',
  at: occurredAt.toISOString(),
  fields: { mensagem_id: messageId, tipo: type, detalhe: detail },
});

export const receivedTextItem = ({
  id,
  sender,
  recipient,
  body,
  keyword,
  receivedAt,
}: HeldReceivedText): SubjectItem => ({
  kind: 'sms_recebido',
  at: receivedAt.toISOString(),
  fields: { id, remetente: sender, destinatario: recipient, texto: body, palavra_chave: keyword },
});
