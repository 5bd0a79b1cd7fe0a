// Starts Redoc on the page of `/api/public/redoc`.
Redoc.init(
  document.body.dataset.document,
  { hideDownloadButton: false, nativeScrollbars: true, requiredPropsFirst: true, sortTagsAlphabetically: false },
  document.getElementById('reference'),
);
