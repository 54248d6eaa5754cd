import { defineWords } from '#web/i18n/words.ts';

export const useEnterWords = defineWords({
  en: {
    enter: 'Enter as support',
    lead: 'For an hour you see this account as its members do, and can change nothing. Its audit log has your reason.',
    reason: 'Reason',
    need: 'This is needed',
  },
  'pt-BR': {
    enter: 'Entrar como suporte',
    lead: 'Por uma hora você vê esta conta como os membros, sem poder mudar nada. A auditoria dela guarda o motivo.',
    reason: 'Motivo',
    need: 'Isto é necessário',
  },
  es: {
    enter: 'Entrar como soporte',
    lead: 'Durante una hora ve esta cuenta como sus miembros, sin poder cambiar nada. Su auditoría guarda el motivo.',
    reason: 'Motivo',
    need: 'Esto es necesario',
  },
});

export const useInviteWords = defineWords({
  en: {
    invite: 'Invite owner',
    lead: 'The account has no member. Whoever accepts the invitation becomes its owner; it ends after a week.',
    email: 'E-mail of the owner',
    invited: 'The invitation is sent',
    need: 'This is needed',
  },
  'pt-BR': {
    invite: 'Convidar proprietário',
    lead: 'A conta não tem membro. Quem aceitar o convite vira proprietário; ele vence em uma semana.',
    email: 'E-mail do proprietário',
    invited: 'O convite foi enviado',
    need: 'Isto é necessário',
  },
  es: {
    invite: 'Invitar al propietario',
    lead: 'La cuenta no tiene miembros. Quien acepte la invitación será su propietario; vence en una semana.',
    email: 'Correo del propietario',
    invited: 'La invitación fue enviada',
    need: 'Esto es necesario',
  },
});
