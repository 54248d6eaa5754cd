// Written by scripts/sdk from the OpenAPI documents; test/contract/sdk.spec.ts says how to write it again.
import type { CallOptions } from '../../call.js';
import type { Transport } from '../../transport.js';
import type * as T from './types.gen.js';

class BundlesResource {
  constructor(private readonly transport: Transport) {}

  /** Um arquivo estático: fonte ou script. Guardado por uma hora. */
  file(arquivo: string | number, options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: '/_f/{arquivo}', params: { arquivo } }, options);
  }
}

class CollectResource {
  constructor(private readonly transport: Transport) {}

  /** Enviar eventos de um visitante. O que `/pixel.js` envia. 202 quando os eventos estão em disco; contam em um segundo. A credencial é a da página ou do pixel; outra, ou outra origem, responde 403. Com `Sec-GPC: 1` ou `DNT: 1` contam sem identificar o visitante. */
  take(body: T.CollectTakeData['body'], options?: CallOptions): Promise<T.CollectTakeResponse> {
    return this.transport.json({ method: 'POST', path: '/collect', body }, options);
  }
}

class MediaResource {
  constructor(private readonly transport: Transport) {}

  /** Um arquivo de uma imagem. O endereço vem da API de autoria ou de uma página; o conteúdo dele nunca muda. */
  show(id: string | number, arquivo: string | number, options?: CallOptions): Promise<Response> {
    return this.transport.raw({ method: 'GET', path: '/_m/{id}/{arquivo}', params: { id, arquivo } }, options);
  }
}

class ReplayResource {
  constructor(private readonly transport: Transport) {}

  /** Gravar um trecho do que um visitante fez. Só com consentimento. O que foi digitado é mascarado de novo aqui. Um trecho repetido conta uma vez. A resposta vem depois de guardado. Até 10 MB e 30 minutos por gravação: 413 além disso. */
  record(body: T.ReplayRecordData['body'], options?: CallOptions): Promise<T.ReplayRecordResponse> {
    return this.transport.json({ method: 'POST', path: '/replay', body }, options);
  }
}

class ConsentResource {
  constructor(private readonly transport: Transport) {}

  /** Registrar a decisão de um visitante sobre tags. O que o aviso de consentimento envia. 202 quando está guardada: com um id sorteado, sem endereço e sem navegador. Uma decisão repetida é registrada uma vez; nenhuma é alterada. */
  record(body: T.ConsentRecordData['body'], options?: CallOptions): Promise<T.ConsentRecordResponse> {
    return this.transport.json({ method: 'POST', path: '/collect/consentimento', body }, options);
  }
}

class SnippetResource {
  constructor(private readonly transport: Transport) {}

  /** O formulário, para o script que o mostra. Com `prova`, que o envio traz de volta. Uma origem fora da lista do formulário responde 403. */
  get(formID: string | number, query?: T.SnippetGetData['query'], options?: CallOptions): Promise<T.SnippetGetResponse> {
    return this.transport.json({ method: 'GET', path: '/f/{formID}', params: { formID }, query }, options);
  }

  /** Enviar um formulário de uma página. Sempre 200, também para o que parece spam: `{ok: true}` quando foi aceito, `{ok: false, erros}` quando o visitante deve corrigir algo. Uma origem fora da lista do formulário, ou nenhuma, responde 403. Com arquivos, em multipart/form-data: `envio` com este mesmo JSON, e antes ou depois dele os arquivos pelos nomes dos seus campos. */
  submit(formID: string | number, body: T.SnippetSubmitData['body'], options?: CallOptions): Promise<T.SnippetSubmitResponse> {
    return this.transport.json({ method: 'POST', path: '/f/{formID}', params: { formID }, body }, options);
  }
}

class NativeResource {
  constructor(private readonly transport: Transport) {}

  /** Enviar o formulário de uma página publicada. A conta e o formulário são os da página; `_formulario` escolhe um deles se há vários. `_pagina`, que a página assina, diz de que versão ele é: por 24 horas vale também depois que ela mudou de endereço, saiu do ar ou deu lugar a outra. 303 para o agradecimento, ou JSON para quem o prefere. 400 com as mensagens e o que foi digitado. */
  submit(slug: string | number, options?: CallOptions): Promise<T.NativeSubmitResponse> {
    return this.transport.json({ method: 'POST', path: '/{slug}', params: { slug } }, options);
  }

  /** Enviar o formulário da página inicial de um domínio. A conta e o formulário são os da página; `_formulario` escolhe um deles se há vários. `_pagina`, que a página assina, diz de que versão ele é: por 24 horas vale também depois que ela mudou de endereço, saiu do ar ou deu lugar a outra. 303 para o agradecimento, ou JSON para quem o prefere. 400 com as mensagens e o que foi digitado. */
  submitHome(options?: CallOptions): Promise<T.NativeSubmitHomeResponse> {
    return this.transport.json({ method: 'POST', path: '/' }, options);
  }
}

export class RuntimeApi {
  readonly bundles: BundlesResource;
  readonly collect: CollectResource;
  readonly media: MediaResource;
  readonly replay: ReplayResource;
  readonly consent: ConsentResource;
  readonly snippet: SnippetResource;
  readonly native: NativeResource;

  constructor(transport: Transport) {
    this.bundles = new BundlesResource(transport);
    this.collect = new CollectResource(transport);
    this.media = new MediaResource(transport);
    this.replay = new ReplayResource(transport);
    this.consent = new ConsentResource(transport);
    this.snippet = new SnippetResource(transport);
    this.native = new NativeResource(transport);
  }
}
