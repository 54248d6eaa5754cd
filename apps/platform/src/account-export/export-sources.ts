import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import type {
  ExportDescription,
  TenantExportClient,
  TenantExportReader,
  TenantExportSource,
} from '#libs/privacy/data-rights';

/** An app that takes part in an export, and what it has. */
export interface DescribedSource {
  source: TenantExportSource;
  description: ExportDescription;
}

/** The apps of this installation. */
@Injectable()
export class ExportSources implements OnApplicationShutdown {
  /** @param absent the apps that this installation does not have */
  constructor(
    private readonly own: TenantExportReader,
    private readonly others: readonly TenantExportClient[],
    readonly absent: readonly string[],
  ) {}

  /** @throws Problem ServiceUnavailable if one of them does not answer */
  async describe(): Promise<DescribedSource[]> {
    const sources: TenantExportSource[] = [this.own, ...this.others];
    return Promise.all(
      sources.map(async (source) => {
        try {
          return { source, description: await source.describe() };
        } catch (cause) {
          const message = `The export needs every part of the service, and ${source.app} does not answer. Try again later`;
          throw new Problem('ServiceUnavailable', { message, cause });
        }
      }),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.others.map((client) => client.close()));
  }
}
