// What a page marks as its headings, and as parts of the app.

export const HEADINGS = 'h1,h2,h3,h4,h5,h6,legend,[role=heading]';

/** What holds parts of the app and no records, by its role. */
export const PARTS_OF_APP =
  'nav,[role=navigation],[role=menu],[role=menubar],[role=tablist],[role=toolbar],[role=radiogroup],[aria-label*=breadcrumb i],body > header,body > footer';
