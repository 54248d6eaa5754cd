import 'reflect-metadata';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, IsUrl, Max, Min } from 'class-validator';

export type Role = 'api' | 'worker' | 'all';
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Variables of every app process. */
export class AppConfig {
  /** `production` accepts no development defaults. */
  @IsIn(['development', 'test', 'production'])
  nodeEnv: string = 'development';

  /** Address that the app listens on. */
  @IsString()
  host: string = '127.0.0.1';

  /** Port that the app listens on; 0 lets the system choose. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  port: number = 3000;

  /** Port of `/metrics`, which is then 404 on the port of the app: no proxy can lead to it by mistake. On that of the app if absent. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(65_535)
  metricsPort?: number;

  /** `api` answers HTTP, `worker` runs the queues, `all` does both. */
  @IsIn(['api', 'worker', 'all'])
  role: Role = 'all';

  /** The least severe lines that are logged. */
  @IsIn(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
  logLevel: LogLevel = 'info';

  /** URL by which the outside reaches this app, for links and redirects. */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  publicUrl?: string;

  /** Proxies to believe about the client's address, in Express's notation; none by default. */
  @IsOptional()
  @IsString()
  trustProxy?: string;

  /** Whether the shortcuts of libs/core/http-fast are used; turn off to exclude them as the cause of a fault. */
  @IsBoolean()
  fastHttp: boolean = true;

  /** Collector that receives traces (OTLP over HTTP, such as `http://otel-collector:4318`); no traces if absent. */
  @IsOptional()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] })
  otelExporterOtlpEndpoint?: string;

  get isProduction(): boolean {
    return this.nodeEnv === 'production';
  }

  get answersHttp(): boolean {
    return this.role !== 'worker';
  }

  get runsQueues(): boolean {
    return this.role !== 'api';
  }
}
