import type { FormLanguage } from '#libs/sites/forms';

/** Words of the mails that tell members of leads. */
export interface NoticeTexts {
  subject(name: string, form: string): string;
  heading: string;
  intro(form: string, page: string | null): string;
  spam: string;
  unconfirmed: string;
  cut: string;
  open: string;
  openAll: string;
  reply(email: string): string;
  settings: string;
  yes: string;
  no: string;
  digestSubject(count: number, form: string): string;
  digest(count: number, form: string): string;
}

const quoted = (text: string): string => (text ? ` “${text}”` : '');
const of = (text: string): string => (text ? ` – ${text}` : '');

export const NOTICE_TEXTS: Readonly<Record<FormLanguage, NoticeTexts>> = {
  pt: {
    subject: (name, form) => (name ? `Novo lead: ${name}${of(form)}` : `Novo lead${of(form)}`),
    heading: 'Novo lead',
    intro: (form, page) => `O formulário${quoted(form)} foi enviado${page ? ` na página${quoted(page)}` : ''}.`,
    spam: 'Este envio foi julgado spam. Se não for, desmarque-o.',
    unconfirmed: 'O visitante ainda não confirmou o endereço de e-mail.',
    cut: '[…]',
    open: 'Ver o lead',
    openAll: 'Ver os leads',
    reply: (email) => `Responda a este e-mail para escrever a ${email}.`,
    settings: 'Você recebe este aviso porque foi escolhido nos avisos do formulário.',
    yes: 'Sim',
    no: 'Não',
    digestSubject: (count, form) => (count === 1 ? `Mais 1 lead${of(form)}` : `Mais ${count} leads${of(form)}`),
    digest: (count, form) =>
      `Chegaram muitos leads pelo formulário${quoted(form)} na última hora. ` +
      (count === 1 ? 'Além dos avisados um a um, há mais 1.' : `Além dos avisados um a um, há mais ${count}.`),
  },
  en: {
    subject: (name, form) => (name ? `New lead: ${name}${of(form)}` : `New lead${of(form)}`),
    heading: 'New lead',
    intro: (form, page) => `The form${quoted(form)} was sent${page ? ` on the page${quoted(page)}` : ''}.`,
    spam: 'This submission was judged to be spam. If it is not, unmark it.',
    unconfirmed: 'The visitor has not confirmed the e-mail address yet.',
    cut: '[…]',
    open: 'View the lead',
    openAll: 'View the leads',
    reply: (email) => `Reply to this mail to write to ${email}.`,
    settings: 'You get this mail because you were chosen in the notices of the form.',
    yes: 'Yes',
    no: 'No',
    digestSubject: (count, form) => (count === 1 ? `1 more lead${of(form)}` : `${count} more leads${of(form)}`),
    digest: (count, form) =>
      `Many leads came by the form${quoted(form)} in the last hour. ` +
      (count === 1
        ? 'Beside those of which you had a mail, there is 1 more.'
        : `Beside those of which you had a mail, there are ${count} more.`),
  },
  es: {
    subject: (name, form) => (name ? `Nuevo lead: ${name}${of(form)}` : `Nuevo lead${of(form)}`),
    heading: 'Nuevo lead',
    intro: (form, page) => `Se envió el formulario${quoted(form)}${page ? ` en la página${quoted(page)}` : ''}.`,
    spam: 'Este envío se consideró spam. Si no lo es, desmárquelo.',
    unconfirmed: 'El visitante aún no ha confirmado su dirección de correo.',
    cut: '[…]',
    open: 'Ver el lead',
    openAll: 'Ver los leads',
    reply: (email) => `Responda a este correo para escribir a ${email}.`,
    settings: 'Usted recibe este aviso porque fue elegido en los avisos del formulario.',
    yes: 'Sí',
    no: 'No',
    digestSubject: (count, form) => (count === 1 ? `1 lead más${of(form)}` : `${count} leads más${of(form)}`),
    digest: (count, form) =>
      `Llegaron muchos leads por el formulario${quoted(form)} en la última hora. ` +
      (count === 1
        ? 'Además de los avisados uno a uno, hay 1 más.'
        : `Además de los avisados uno a uno, hay ${count} más.`),
  },
};
