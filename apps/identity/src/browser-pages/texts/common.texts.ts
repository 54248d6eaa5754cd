import { currentLanguage, type Language } from '#libs/core/html';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../passwords/password-length.js';

const en = {
  /** The title is what a screen reader says first. */
  problemTitle: (title: string) => `Problem: ${title}`,
  busy: { title: 'Too many requests', text: 'Wait a minute, then try again.' },
  refused: 'This does not work',
  failed: { title: 'Something went wrong', text: 'That is our fault. Try again in a moment.' },
  inMinutes: (minutes: number) => (minutes > 1 ? `in ${minutes} minutes` : 'in a minute'),
  name: 'Your name',
  nameHint: 'As the others in the team see it',
  noName: 'Enter your name.',
  longName: (max: number) => `This is too long: ${max} characters are the most.`,
  email: 'E-mail address',
  wrongEmail: 'Enter an e-mail address, such as name@example.com.',
  password: 'Password',
  passwordRule: `At least ${PASSWORD_MIN} characters`,
  noPassword: 'Enter a password.',
  shortPassword: `This is too short: it takes at least ${PASSWORD_MIN} characters.`,
  longPassword: `This is too long: ${PASSWORD_MAX} characters are the most.`,
};

type CommonTexts = typeof en;

const pt: CommonTexts = {
  problemTitle: (title) => `Problema: ${title}`,
  busy: { title: 'Muitas tentativas', text: 'Espere um minuto e tente de novo.' },
  refused: 'Isto não funciona',
  failed: { title: 'Algo deu errado', text: 'A falha é nossa. Tente de novo em instantes.' },
  inMinutes: (minutes) => (minutes > 1 ? `em ${minutes} minutos` : 'em um minuto'),
  name: 'Seu nome',
  nameHint: 'Como a equipe o vê',
  noName: 'Digite seu nome.',
  longName: (max) => `Longo demais: são no máximo ${max} caracteres.`,
  email: 'E-mail',
  wrongEmail: 'Digite um e-mail, como nome@exemplo.com.',
  password: 'Senha',
  passwordRule: `Pelo menos ${PASSWORD_MIN} caracteres`,
  noPassword: 'Digite uma senha.',
  shortPassword: `Curta demais: são pelo menos ${PASSWORD_MIN} caracteres.`,
  longPassword: `Longa demais: são no máximo ${PASSWORD_MAX} caracteres.`,
};

const es: CommonTexts = {
  problemTitle: (title) => `Problema: ${title}`,
  busy: { title: 'Demasiados intentos', text: 'Espere un minuto e inténtelo de nuevo.' },
  refused: 'Esto no funciona',
  failed: { title: 'Algo salió mal', text: 'El fallo es nuestro. Inténtelo de nuevo en un momento.' },
  inMinutes: (minutes) => (minutes > 1 ? `en ${minutes} minutos` : 'en un minuto'),
  name: 'Su nombre',
  nameHint: 'Como lo ve el equipo',
  noName: 'Escriba su nombre.',
  longName: (max) => `Es demasiado largo: como máximo ${max} caracteres.`,
  email: 'Correo electrónico',
  wrongEmail: 'Escriba un correo electrónico, como nombre@ejemplo.com.',
  password: 'Contraseña',
  passwordRule: `Al menos ${PASSWORD_MIN} caracteres`,
  noPassword: 'Escriba una contraseña.',
  shortPassword: `Es demasiado corta: necesita al menos ${PASSWORD_MIN} caracteres.`,
  longPassword: `Es demasiado larga: como máximo ${PASSWORD_MAX} caracteres.`,
};

export const COMMON_TEXTS: Readonly<Record<Language, CommonTexts>> = { en, pt, es };

export const commonTexts = (): CommonTexts => COMMON_TEXTS[currentLanguage()];
