/** A message in the model. */
interface ModelMessage {
  id: string;
  parent: string | null;
  role: 'user' | 'assistant';
  content: string;
  superseded: boolean;
}

/** A reply, from its start on. */
export interface ModelTurn {
  id: string;
  question: string;
  status: 'running' | 'completed' | 'stopped' | 'failed' | 'interrupted';
  text: string;
  reply: string | null;
  continues: ModelTurn | null;
}

/** Expected fields of one message on the active path. */
export interface ExpectedMessage {
  id: string;
  parent_id: string | null;
  alternatives: string[];
  role: string;
  content: string;
  turn: { id: string; status: string; text: string; replies: string[] } | null;
}

/** Minimal model of the message tree of a conversation, without a database. */
export class BranchModel {
  /** Messages in the order of insertion. */
  readonly messages: ModelMessage[] = [];
  readonly turns: ModelTurn[] = [];
  head: string | null = null;

  get running(): ModelTurn | undefined {
    return this.turns.find(({ status }) => status === 'running');
  }

  message(id: string | null): ModelMessage | undefined {
    return this.messages.find((message) => message.id === id);
  }

  add(message: Omit<ModelMessage, 'superseded'>): void {
    this.messages.push({ ...message, superseded: false });
  }

  begin(turn: { id: string; question: string; continues: ModelTurn | null }): void {
    const text = turn.continues?.text ?? '';
    this.turns.push({ ...turn, text, status: 'running', reply: null });
    this.head = turn.question;
  }

  end(turn: ModelTurn, status: ModelTurn['status'], reply: string | null): void {
    turn.status = status;
    if (reply === null) return;
    turn.reply = reply;
    this.add({ id: reply, parent: turn.question, role: 'assistant', content: turn.text });
    if (this.head === turn.question) this.head = reply;
    for (let before = turn.continues; before; before = before.continues) {
      const superseded = this.message(before.reply);
      if (superseded) superseded.superseded = true;
    }
  }

  choose(id: string): void {
    let leaf = id;
    while (this.running?.question !== leaf) {
      const newest = this.messages.findLast(({ parent }) => parent === leaf);
      if (!newest) break;
      leaf = newest.id;
    }
    this.head = leaf;
  }

  path(): ExpectedMessage[] {
    const path: ModelMessage[] = [];
    for (let at = this.message(this.head); at; at = this.message(at.parent)) path.unshift(at);
    return path.map(({ id, parent, role, content }, index) => {
      const siblings = this.#after(parent, id);
      return {
        id,
        parent_id: parent,
        alternatives: siblings.length > 1 ? siblings : [],
        role,
        content,
        turn: role === 'user' ? this.#unfinished(id, path[index + 1]) : null,
      };
    });
  }

  #after(parent: string | null, shown?: string): string[] {
    return this.messages
      .filter((message) => message.parent === parent)
      .filter(
        ({ id, superseded }) =>
          !superseded || id === shown || this.messages.some((other) => other.parent === id),
      )
      .map(({ id }) => id);
  }

  #unfinished(question: string, next: ModelMessage | undefined): ExpectedMessage['turn'] {
    const turn =
      next?.role === 'assistant'
        ? this.turns.find(({ reply }) => reply === next.id)
        : this.turns.findLast((each) => each.question === question && each.reply === null);
    if (!turn || turn.status === 'completed') return null;
    const { id, status, text } = turn;
    return { id, status, text, replies: this.#after(question) };
  }
}
