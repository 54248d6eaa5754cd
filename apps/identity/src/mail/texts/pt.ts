import { ROLES } from '../../browser-pages/texts/invitation.texts.js';
import type { MailTexts } from '../mail-texts.js';
import { canResend } from '../webhook-id.js';

const WAS_YOU = 'Se foi você, não é preciso fazer nada.';

export const PT: MailTexts = {
  locale: 'pt-BR',
  hello: (name) => (name ? `Olá, ${name},` : 'Olá,'),
  somebody: 'Alguém',
  theirAccount: 'sua equipe',
  yourAccount: 'Sua conta',
  origin: (moment, ip) => (ip === null ? `em ${moment}` : `em ${moment}, do endereço IP ${ip}`),
  actions: {
    confirm: 'Confirmar o endereço',
    choosePassword: 'Escolher uma nova senha',
    notMe: 'Não fui eu',
    account: 'Ver minha conta',
    undo: 'Desfazer a troca',
    decide: 'Decidir',
    accept: 'Aceitar o convite',
  },
  thisWasNotMe: 'Não fui eu',
  mails: {
    verification: ({ to, expiresAt }, { greeting, moment, origin }) => ({
      subject: 'Confirme seu e-mail',
      paragraphs: [greeting, `Confirme que ${to} é o seu endereço de e-mail.`],
      notes: [
        `O link funciona uma vez, até ${moment(expiresAt)}.`,
        `A conta foi criada ${origin}.`,
        'Se não foi você, não confirme. Avise-nos, e o endereço fica livre de novo:',
      ],
    }),
    'password-reset': ({ expiresAt }, { greeting, moment }) => ({
      subject: 'Escolha uma nova senha',
      paragraphs: [greeting, 'Alguém pediu uma nova senha para a sua conta.'],
      notes: [
        `O link funciona uma vez, até ${moment(expiresAt)}.`,
        'Se não foi você, ignore este e-mail: sua senha continua a mesma.',
      ],
    }),
    'password-changed': (_mail, { greeting }) => ({
      subject: 'Sua senha foi alterada',
      paragraphs: [greeting, 'A senha da sua conta foi alterada, e você foi desconectado nos outros dispositivos.'],
      notes: [WAS_YOU],
    }),
    'address-added': ({ added }, { greeting }) => ({
      subject: 'Um e-mail foi incluído na sua conta',
      heading: 'Um e-mail foi incluído',
      paragraphs: [greeting, `O endereço ${added} foi incluído na sua conta.`],
      notes: ['Se não foi você, troque sua senha e remova o endereço.'],
    }),
    'address-changed': ({ current, expiresAt }, { greeting, moment }) => ({
      subject: 'O e-mail da sua conta foi alterado',
      heading: 'Seu e-mail foi alterado',
      paragraphs: [greeting, `A partir de agora você entra na sua conta com ${current}.`],
      notes: [
        `Se foi você, não é preciso fazer nada. Se não foi, desfaça a troca com o link. Ele funciona uma vez, até ${moment(expiresAt)}.`,
      ],
    }),
    'erasure-requested': ({ requestId }, { greeting, tenant }) => ({
      subject: 'Um pedido para apagar um contato espera a sua decisão',
      heading: 'Um pedido para apagar um contato espera',
      paragraphs: [
        greeting,
        `No CRM de ${tenant} foi registrado um pedido para apagar um contato. Nada é apagado até um administrador aprovar.`,
      ],
      notes: [
        `É o pedido ${requestId}, entre os que estão pendentes no CRM.`,
        `Você recebe este e-mail como proprietário ou administrador de ${tenant}.`,
      ],
    }),
    'webhook-disabled': ({ webhookId, host, failingSince }, { greeting, tenant, moment }) => ({
      subject: `Um webhook de ${tenant} foi desligado`,
      heading: 'Um webhook foi desligado',
      paragraphs: [
        greeting,
        `O webhook ${webhookId} em ${host} não respondeu a nenhuma das entregas desde ${moment(failingSince)}, por isso ${tenant} não envia mais nada a ele.`,
        'Quando ele funcionar, ligue-o de novo.',
        canResend(webhookId) ? 'Depois peça o reenvio do que ele perdeu.' : 'O que ele perdeu não é reenviado.',
      ],
      notes: [`Você recebe este e-mail como proprietário ou administrador de ${tenant}.`],
    }),
    'tenant-deletion-requested': ({ dueAt }, { greeting, tenant, moment }) => ({
      subject: `${tenant} será excluída`,
      paragraphs: [
        greeting,
        `Um proprietário de ${tenant} a excluiu. A partir de agora nada é enviado, e nada pode ser alterado.`,
        `Até ${moment(dueAt)} um proprietário pode restaurá-la. Depois, tudo o que há nela desaparece para sempre.`,
      ],
      notes: ['Se não deveria ser assim, restaure-a e troque sua senha.', 'Você recebe este e-mail como proprietário.'],
    }),
    'tenant-restored': (_mail, { greeting, tenant }) => ({
      subject: `${tenant} foi restaurada`,
      paragraphs: [greeting, `${tenant} não será excluída. O que esperava para ser enviado é enviado agora.`],
      notes: ['Você recebe este e-mail como proprietário.'],
    }),
    'tenant-deleted': (_mail, { greeting, tenant }) => ({
      subject: `${tenant} foi excluída`,
      paragraphs: [greeting, `${tenant} e tudo o que há nela estão sendo excluídos agora. Não é possível restaurar.`],
      notes: ['Você recebe este e-mail porque era proprietário.'],
    }),
    'account-deletion-requested': ({ dueAt }, { greeting, moment }) => ({
      subject: 'Sua conta será excluída',
      paragraphs: [
        greeting,
        'Você pediu a exclusão da sua conta, e foi desconectado em todos os lugares.',
        `Se entrar antes de ${moment(dueAt)}, você a mantém. Depois disso ela desaparece para sempre.`,
      ],
      notes: ['Se não foi você, escolha uma nova senha e entre.'],
    }),
    'account-restored': (_mail, { greeting }) => ({
      subject: 'Você mantém sua conta',
      paragraphs: [greeting, 'Você entrou de novo, e por isso sua conta não será excluída.'],
      notes: [WAS_YOU],
    }),
    'account-deleted': (_mail, { greeting }) => ({
      subject: 'Sua conta foi excluída',
      paragraphs: [greeting, 'Sua conta e o que você usava para entrar foram apagados, como você pediu.'],
      notes: ['Este é o último e-mail sobre ela.'],
    }),
    invitation: ({ to, role, expiresAt }, { greeting, inviter, tenant, moment }) => ({
      subject: `${inviter} convida você para ${tenant}`,
      heading: `Entre em ${tenant}`,
      paragraphs: [greeting, `${inviter} convida você para ${tenant} como ${ROLES.pt[role]}.`],
      notes: [`O convite é para ${to} e vale até ${moment(expiresAt)}.`, 'Se não sabe quem é, ignore este e-mail.'],
    }),
  },
};
