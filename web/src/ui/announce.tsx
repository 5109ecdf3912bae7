// What a screen reader is told of that happens elsewhere on the page, and what the browser's tab is called.

import { useEffect, useState } from "react";

let teller: (words: string) => void = () => {};

/** Say it once, when whoever listens has a moment. */
export const announce = (words: string): void => teller(words);

/** The one live region of the console; it stays while pages come and go. */
export function Announcer() {
  const [words, setWords] = useState("");
  useEffect(() => {
    teller = setWords;
    return () => {
      teller = () => {};
    };
  }, []);
  return (
    <p className="hidden" role="status">
      {words}
    </p>
  );
}

/** The title of the tab while this page is open. */
export function useTitle(words: string): void {
  useEffect(() => {
    document.title = words ? `${words} · Handrail` : "Handrail";
  }, [words]);
}
