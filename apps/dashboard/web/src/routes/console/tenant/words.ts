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
