import { Injectable } from '@nestjs/common';
import { Problem, refusal } from '#libs/core/http';
import { logger, metrics } from '#libs/core/observability';
import { PagesConfig } from '../config.js';
import { type PageDocument, PageDocumentSchema } from '../document/page-document.js';
import { withForm } from '../page-templates/page-templates.js';
import { ChatCompletions, CompletionFailed, type ChatMessage, type CompletionFailure } from './chat-completions.js';
import { promptFor, repairOf, type PageWish } from './page-prompt.js';
import { readAnswer } from './read-answer.js';

const SECOND = 1_000;

const TEXTS: Record<CompletionFailure, string> = {
  busy: 'O provedor de IA está ocupado. Tente de novo em instantes.',
  refused: 'O provedor de IA recusou o pedido.',
  timeout: 'O provedor de IA não respondeu a tempo.',
  'too-large': 'A resposta do provedor de IA é grande demais.',
  unreachable: 'O provedor de IA não respondeu.',
  unreadable: 'A resposta do provedor de IA não pôde ser lida.',
};

/** Has a language model write page documents, which are judged like those of any author. */
@Injectable()
export class GenerationService {
  private readonly generated = metrics.registerCounter({
    name: 'page_generations_total',
    help: 'Page documents that were asked of the AI provider, by outcome',
    labelNames: ['outcome'],
  });

  constructor(
    private readonly completions: ChatCompletions,
    private readonly config: PagesConfig,
  ) {}

  /** @throws Problem ServiceUnavailable where no provider is configured */
  requireOn(): void {
    if (!this.completions.isConfigured)
      throw refusal('ServiceUnavailable', { erro: 'A geração por IA está desligada neste ambiente.' });
  }

  /**
   * A valid document; the model may correct its answer once.
   * @param gone is aborted when the client has gone
   * @throws Problem ProviderError
   */
  async generate(wish: PageWish, gone: AbortSignal): Promise<PageDocument> {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(this.config.aiTimeoutSeconds * SECOND)]);
    try {
      const document = await this.requestDocument(promptFor(wish), signal);
      this.generated.inc({ outcome: 'valid' });
      return wish.formId === undefined ? document : withForm(document, wish.formId);
    } catch (error) {
      if (!(error instanceof CompletionFailed)) throw error;
      const outcome: string = gone.aborted ? 'aborted' : error.kind;
      this.generated.inc({ outcome });
      if (outcome !== 'aborted') logger.warn('The AI provider did not write a page', { error });
      throw refusal('ProviderError', { erro: TEXTS[error.kind] });
    }
  }

  private async requestDocument(messages: readonly ChatMessage[], signal: AbortSignal): Promise<PageDocument> {
    const first = await this.completions.complete(messages, PageDocumentSchema, signal);
    const judged = readAnswer(first);
    if (judged.document) return judged.document;
    const repair = repairOf(messages, first, judged.faults);
    const second = readAnswer(await this.completions.complete(repair, PageDocumentSchema, signal));
    if (second.document) return second.document;
    this.generated.inc({ outcome: 'invalid' });
    throw invalid(second.faults[0]);
  }
}

const invalid = (fault: string): Problem =>
  refusal('ProviderError', {
    erro: `O provedor de IA não escreveu uma página válida: ${fault}`,
    campo: fault.split(':')[0],
  });
