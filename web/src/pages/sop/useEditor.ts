// Editing a procedure: its history, what the server finds wrong with it as one types, and saving it.

import { useCallback, useEffect, useRef, useState } from "react";
import { type ApiError, send } from "../../api/client";
import type { Findings, SopDocument, SopPageData } from "../../api/types";
import { asApiError } from "../../api/use";
import { type History, change, openHistory, redo, undo } from "./edit";

export interface Editor {
  document: SopDocument;
  findings: Findings;
  changed: boolean;
  canUndo: boolean;
  canRedo: boolean;
  saving: boolean;
  error: ApiError | null;
  edit: (next: SopDocument, touching?: string) => void;
  undo: () => void;
  redo: () => void;
  revert: () => void;
  save: () => Promise<void>;
}

const SETTLE = 250;

export function useEditor(page: SopPageData, onSaved: () => void): Editor {
  const [history, setHistory] = useState<History>(() => openHistory(page.document));
  const [findings, setFindings] = useState(page.findings);
  const [base, setBase] = useState({ hash: page.hash, document: page.document });
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const checked = useRef(page.document);
  const { present } = history;
  const changed = present !== base.document;

  // Somebody else saved it, and nothing was changed here: show theirs.
  useEffect(() => {
    if (page.hash === base.hash || changed) return;
    setBase({ hash: page.hash, document: page.document });
    setHistory(openHistory(page.document));
    setFindings(page.findings);
    checked.current = page.document;
  }, [page, base.hash, changed]);

  useEffect(() => {
    if (present === checked.current) return;
    const timer = setTimeout(() => {
      send<Findings>("POST", "/api/console/check", { document: present }).then(
        (found) => {
          checked.current = present;
          // The sentences of a document that is no SOP for a moment stay as they were.
          setFindings((before) => ({ ...found, outline: found.outline ?? before.outline }));
        },
        (failed: unknown) => setError(asApiError(failed)),
      );
    }, SETTLE);
    return () => clearTimeout(timer);
  }, [present]);

  const save = useCallback(async () => {
    setSaving(true);
    setError(null);
    try {
      const path = `/api/console/sops/${encodeURIComponent(page.name)}`;
      const saved = await send<{ hash: string }>("PUT", path, { document: present, base: base.hash });
      setBase({ hash: saved.hash, document: present });
      onSaved();
    } catch (failed) {
      setError(asApiError(failed));
    } finally {
      setSaving(false);
    }
  }, [page.name, present, base.hash, onSaved]);

  return {
    document: present,
    findings,
    changed,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    saving,
    error,
    edit: useCallback((next, touching = "") => setHistory((before) => change(before, next, touching)), []),
    undo: useCallback(() => setHistory(undo), []),
    redo: useCallback(() => setHistory(redo), []),
    revert: useCallback(() => setHistory((before) => change(before, base.document)), [base.document]),
    save,
  };
}
