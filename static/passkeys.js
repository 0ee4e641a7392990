// Says on the page what allauth's passkey scripts only tell the console.
document.addEventListener("allauth.error", (event) => {
  const trouble = document.getElementById("passkey-trouble");
  if (!trouble) return;
  event.preventDefault();
  if (!window.PublicKeyCredential) trouble.textContent = trouble.dataset.none;
  const page = document.querySelector("main section") || document.querySelector("main");
  page.prepend(trouble);
  trouble.hidden = false;
});
