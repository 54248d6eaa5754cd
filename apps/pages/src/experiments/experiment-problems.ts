import { refusal, type Problem } from '#libs/core/http';
import { violatedUnique } from '#libs/core/persistence';

export const MAX_EXPERIMENTS = 100;

export const tooManyExperiments = (): Problem =>
  refusal('Conflict', { erro: `Uma página tem no máximo ${MAX_EXPERIMENTS} experimentos.` });

export const alreadyRunning = (): Problem =>
  refusal('Conflict', {
    erro: 'experimento_em_andamento',
    mensagem: 'A página já tem um experimento em andamento.',
  });

export const isRouted = (): Problem =>
  refusal('Conflict', {
    erro: 'roteamento_ativo',
    mensagem: 'A página tem regras de roteamento: remova-as antes de iniciar um experimento.',
  });

export const notRunning = (): Problem =>
  refusal('Conflict', { erro: 'experimento_parado', mensagem: 'O experimento não está em andamento.' });

export const isOver = (): Problem =>
  refusal('Conflict', { erro: 'experimento_encerrado', mensagem: 'Uma variante do experimento já foi promovida.' });

export const neverStarted = (): Problem =>
  refusal('Conflict', { erro: 'experimento_nao_iniciado', mensagem: 'O experimento ainda não foi iniciado.' });

export const notPublished = (): Problem =>
  refusal('Unprocessable', { erro: 'pagina_nao_publicada', mensagem: 'Publique a página antes.' });

export const weightOutside = (campo = 'peso'): Problem =>
  refusal('Unprocessable', { erro: 'O peso deve estar entre 0 e 100.', campo });

export const noWeight = (): Problem =>
  refusal('Unprocessable', { erro: 'Ao menos uma variante deve ter peso maior que 0.', campo: 'peso' });

export const tooHighFloor = (): Problem =>
  refusal('Unprocessable', { erro: 'O piso vezes o número de variantes deve ser no máximo 1.', campo: 'piso' });

export const versionTwice = (): Problem =>
  refusal('Unprocessable', {
    erro: 'Cada variante deve ter uma versão própria; salve a mesma página outra vez para comparar iguais.',
    campo: 'versao',
  });

export const unknownVersion = (version: number): Problem =>
  refusal('Unprocessable', { erro: `A versão ${version} não existe nesta página.`, campo: 'versao' });

export const unknownForm = (): Problem =>
  refusal('Unprocessable', { erro: 'O formulário do objetivo não existe nesta conta.', campo: 'objetivo.form_id' });

export const incompleteGoal = (campo: string): Problem =>
  refusal('Unprocessable', { erro: 'O objetivo está incompleto.', campo });

export const unknownVariant = (campo: string): Problem =>
  refusal('Unprocessable', { erro: 'A variante não é deste experimento.', campo });

/** The violation of "one running a page" as its 409; other errors unchanged. */
export const conflictOf = (error: unknown): unknown =>
  violatedUnique(error) === 'experiment__running__uq' ? alreadyRunning() : error;
