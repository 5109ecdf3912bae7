// Pictures that were fetched, by their paths: each once, and the oldest forgotten, but none that is in use.

interface Kept {
  url: Promise<string>;
  users: number;
}

export class Pictures {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly most: number,
    private readonly fetched: (path: string) => Promise<string>,
    private readonly forget: (url: string) => void,
  ) {}

  /** The picture's address in the browser, good until `leave` is called as often. */
  use(path: string): Promise<string> {
    let found = this.kept.get(path);
    if (!found) {
      found = { url: this.fetched(path), users: 0 };
      const asked = found;
      asked.url.catch(() => this.kept.get(path) === asked && this.kept.delete(path));
      this.kept.set(path, asked);
    }
    found.users++;
    this.shrink();
    return found.url;
  }

  leave(path: string): void {
    const found = this.kept.get(path);
    if (found) found.users--;
    this.shrink();
  }

  private shrink(): void {
    for (const [path, { url, users }] of this.kept) {
      if (this.kept.size <= this.most) break;
      if (users > 0) continue;
      this.kept.delete(path);
      void url.then(this.forget, () => undefined);
    }
  }
}
