import { defineWords } from '#web/i18n/words.ts';

export const usePlanWords = defineWords({
  en: {
    title: 'Plan and usage',
    lead: 'What this account has, and what it used since the first of the month.',
    plan: 'Plan',
    products: 'Products',
    month: 'This month',
    email: 'E-mails',
    sms: 'Texts',
    push: 'Push messages',
    account: 'Account',
  },
  'pt-BR': {
    title: 'Plano e uso',
    lead: 'O que esta conta tem e o que usou desde o primeiro dia do mês.',
    plan: 'Plano',
    products: 'Produtos',
    month: 'Este mês',
    email: 'E-mails',
    sms: 'SMS',
    push: 'Push',
    account: 'Conta',
  },
  es: {
    title: 'Plan y uso',
    lead: 'Lo que tiene esta cuenta y lo que usó desde el primero del mes.',
    plan: 'Plan',
    products: 'Productos',
    month: 'Este mes',
    email: 'Correos',
    sms: 'SMS',
    push: 'Push',
    account: 'Cuenta',
  },
});
