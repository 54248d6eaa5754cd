import { refusal, type Problem } from '#libs/core/http';
import { violatedUnique } from '#libs/core/persistence';

export const slugInUse = (): Problem => refusal('AlreadyExists', { erro: 'O slug já está em uso.', campo: 'slug' });

export const slugReserved = (): Problem =>
  refusal('Unprocessable', { erro: 'O slug é reservado pelo serviço.', campo: 'slug' });

export const pathInUse = (): Problem =>
  refusal('Conflict', {
    erro: 'caminho_em_uso',
    mensagem: 'Outra página ou um redirecionamento ocupa este caminho.',
    campo: 'caminho',
  });

export const domainNotVerified = (campo: string): Problem =>
  refusal('Unprocessable', {
    erro: 'dominio_nao_verificado',
    mensagem: 'O domínio ainda não foi verificado nesta conta.',
    campo,
  });

export const isSlugTaken = (error: unknown): boolean => violatedUnique(error) === 'page__slug__uq';
export const isPathTaken = (error: unknown): boolean => violatedUnique(error) === 'page__path__uq';

/** Turns the violation of a unique slug or path into its 409. */
export async function rejectingTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isSlugTaken(error)) throw slugInUse();
    if (isPathTaken(error)) throw pathInUse();
    throw error;
  }
}
