import {
  scanResponseSchema,
  uploadResponseSchema,
  type Attachment,
  type ScanResponse,
} from '@homie/contracts';
import type { TestServer } from '@homie/server/testing';
import type { Answer, ChatClient } from './chat-client.ts';

export interface FileToUpload {
  name: string;
  mime?: string;
  content: string | Uint8Array;
}

/** Returns the upload body of a file as the browser sends it. */
export function uploadBody({ name, mime = 'text/plain', content }: FileToUpload) {
  const bytes = Buffer.from(content);
  return { file: bytes.toString('base64'), filename: name, size: bytes.length, mime };
}

/** Client for one person's files in one conversation. */
export class FileClient {
  readonly #person: ChatClient;
  readonly #server: Pick<TestServer, 'call'>;
  readonly conversationId: string;

  constructor(person: ChatClient, server: Pick<TestServer, 'call'>, conversationId: string) {
    this.#person = person;
    this.#server = server;
    this.conversationId = conversationId;
  }

  get #address(): string {
    return `/conversations/${this.conversationId}`;
  }

  /** Sends an upload with any body. */
  tryUpload(body: unknown): Promise<Answer> {
    return this.#person.call('POST', `${this.#address}/upload`, body);
  }

  async upload(file: FileToUpload): Promise<Attachment> {
    const { status, body } = await this.tryUpload(uploadBody(file));
    if (!body.ok) throw new Error(`cannot upload: ${status} ${body.error}`);
    return uploadResponseSchema.parse(body.data).attachment;
  }

  remove(supabasePath: string): Promise<Answer> {
    return this.#person.call('DELETE', `${this.#address}/upload`, { supabasePath });
  }

  link(supabasePath: string): Promise<Answer> {
    return this.#person.call('POST', `${this.#address}/file`, { supabasePath });
  }

  preview(supabasePath: string): Promise<Answer> {
    return this.#person.call('POST', `${this.#address}/preview`, { supabasePath });
  }

  /** Calls the security scan, as `supabase.functions.invoke` does. */
  async tryScan(body: unknown): Promise<Answer> {
    const response = await this.#server.call('/functions/v1/security-scan', {
      method: 'POST',
      headers: { authorization: this.#person.authorization },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  async scan(...files: Attachment[]): Promise<ScanResponse['results']> {
    const { status, body } = await this.tryScan({ files });
    if (!body.ok) throw new Error(`cannot scan: ${status} ${body.error}`);
    return scanResponseSchema.parse(body.data).results;
  }

  /** Uploads and scans a file, so that it can be sent. */
  async cleanFile(file: Partial<FileToUpload> = {}): Promise<Attachment> {
    const attachment = await this.upload({
      name: 'rules.txt',
      content: 'Quiet after ten.',
      ...file,
    });
    const [result] = await this.scan(attachment);
    if (result?.status !== 'clean') throw new Error(`not clean: ${result?.reason}`);
    return attachment;
  }
}
